import { readClientInfo } from '#worker/request/client-info.ts'
import { assertOwnOrigin } from '#worker/auth/access.ts'
import { clearTwitchTokenCookies, setTokenCookies } from '#worker/auth/cookies.ts'
import { clearCookies, readCookie, setCookie } from '#worker/auth/own-cookie.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { chooseMemberLocale } from '#worker/locale/locale.ts'
import { continueSignup, createSignupTicket } from './continue-signup.ts'
import {
  SignupContinuationView,
  ResumePointView,
  SignupInput,
  EmailVerificationInput,
} from './contract.ts'
import { setDeviceToken } from './known-device.ts'
import { consumeResumePoint } from './resume.ts'
import { signUp } from './signup.ts'
import { rejectEmailVerification, resendVerificationEmail, verifyEmail } from './verify.ts'

export const signupEndpoints = [
  endpoint({
    route: 'POST /auth/signup',
    operationId: 'signUp',
    summary: 'Create an account and mail its verification link',
    access: 'visitor',
    errors: { conflict: ['username_taken'], forbidden: ['foreign_origin'] },
    limiter: 'SIGNUPS',
    body: SignupInput,
    status: 201,
    run: async (ctx, { body, http }) => {
      // A foreign page would sign the browser in to an account of its own.
      assertOwnOrigin(http)
      const { address } = readClientInfo(http)
      const tokenId = await signUp(ctx, {
        ...body,
        language: chooseMemberLocale(http),
        address,
      })
      setCookie(http, 'signup', createSignupTicket(ctx, tokenId))
    },
  }),
  endpoint({
    route: 'POST /auth/signup/continue',
    operationId: 'continueSignup',
    summary: 'Sign in the browser that signed up, once its email address is verified',
    access: 'visitor',
    errors: { forbidden: ['foreign_origin'] },
    answer: SignupContinuationView,
    run: async (ctx, { http }) => {
      assertOwnOrigin(http)
      const continued = await continueSignup(ctx, readCookie(http, 'signup'), readClientInfo(http))
      if (continued.outcome !== 'waiting') clearCookies(http, 'signup')
      if (continued.outcome === 'signed_in') {
        setTokenCookies(http, continued.tokens)
        clearTwitchTokenCookies(http)
        setDeviceToken(http, continued.deviceToken)
      }
      return { outcome: continued.outcome }
    },
  }),
  endpoint({
    route: 'POST /auth/verify_email',
    operationId: 'verifyEmail',
    summary: 'Verify an email address with the token from the mail',
    access: 'visitor',
    limiter: 'RESETS',
    body: EmailVerificationInput,
    run: (ctx, { body, http }) => verifyEmail(ctx, body.token, readClientInfo(http).refreshToken),
  }),
  endpoint({
    route: 'POST /auth/verify_email/disown',
    operationId: 'rejectEmailVerification',
    summary:
      'Report that the account is not yours with the token from the mail; it loses the email address',
    access: 'visitor',
    limiter: 'RESETS',
    body: EmailVerificationInput,
    run: (ctx, { body }) => rejectEmailVerification(ctx, body.token),
  }),
  endpoint({
    route: 'POST /auth/verify_email/resend',
    operationId: 'resendVerificationEmail',
    summary: 'Send a new verification link',
    access: 'member',
    limiter: 'RESETS',
    run: (ctx) => resendVerificationEmail(ctx),
  }),
  endpoint({
    route: 'POST /users/me/resume',
    operationId: 'takePendingAction',
    summary: 'Get and clear the action that the member started before signing in',
    access: 'member',
    answer: ResumePointView,
    run: (ctx) => consumeResumePoint(ctx),
  }),
]
