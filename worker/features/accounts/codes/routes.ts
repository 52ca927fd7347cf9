import { assertOwnOrigin } from '#worker/auth/access.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { readDeviceToken } from '#worker/features/accounts/known-device.ts'
import { setSignInCookies } from '#worker/features/accounts/sign-in-cookies.ts'
import { chooseMemberLocale } from '#worker/locale/locale.ts'
import { readClientInfo } from '#worker/request/client-info.ts'
import {
  SignInWithCodeView,
  RequestSignInCodeInput,
  SignInCodeRequestView,
  SignInWithCodeInput,
} from './contract.ts'
import { requestSignInCode } from './request-code.ts'
import { signInWithCode } from './sign-in-with-code.ts'

export const signInCodeEndpoints = [
  endpoint({
    route: 'POST /auth/code',
    operationId: 'requestSignInCode',
    summary: 'Mail a six-digit code that signs in, or creates the account of a new address',
    access: 'visitor',
    errors: { forbidden: ['foreign_origin'] },
    limiter: 'RESETS',
    body: RequestSignInCodeInput,
    answer: SignInCodeRequestView,
    run: async (ctx, { body, http }) => {
      assertOwnOrigin(http)
      return requestSignInCode(ctx, {
        ...body,
        language: chooseMemberLocale(http),
        client: { ...readClientInfo(http), deviceToken: readDeviceToken(http) },
      })
    },
  }),
  endpoint({
    route: 'POST /auth/code/verify',
    operationId: 'signInWithCode',
    summary: 'Sign in with the code from the mail, in the browser that requested it',
    access: 'visitor',
    errors: {
      forbidden: ['account_inactive', 'foreign_origin'],
      invalid: ['wrong_sign_in_code', 'too_many_wrong_codes', 'sign_in_code_expired'],
    },
    limiter: 'LOGINS',
    body: SignInWithCodeInput,
    answer: SignInWithCodeView,
    run: async (ctx, { body, http }) => {
      assertOwnOrigin(http)
      return setSignInCookies(http, await signInWithCode(ctx, body, readClientInfo(http)))
    },
  }),
]
