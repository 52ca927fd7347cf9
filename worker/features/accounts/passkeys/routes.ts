import type { Context } from 'hono'
import { assertOwnOrigin } from '#worker/auth/access.ts'
import { clearCookies, readCookie, setCookie } from '#worker/auth/own-cookie.ts'
import { endpoint } from '#worker/api/endpoint.ts'
import { TokensView, EmailVerificationInput } from '#worker/features/accounts/contract.ts'
import { setSignInCookies } from '#worker/features/accounts/sign-in-cookies.ts'
import { readClientInfo } from '#worker/request/client-info.ts'
import { addPasskey, startPasskeyRegistration } from './add-passkey.ts'
import { challengeLifetimeSeconds, createChallenge, relyingParty } from './challenge.ts'
import {
  AddPasskeyInput,
  PasskeyAssertion,
  PasskeyCreationView,
  PasskeyParams,
  PasskeyRequestView,
  PasskeysView,
  RecoveryCodeInput,
  RecoveryCodesView,
  RenamePasskeyInput,
} from './contract.ts'
import { listPasskeys, removePasskey, renamePasskey } from './passkeys.ts'
import { openPasskeyLink, requestPasskeyLink } from './first-passkey.ts'
import { createRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { reauthenticateWithPasskey, signInWithPasskey } from './use-passkey.ts'

const challengeCookie = 'passkey_challenge'

/** A challenge is answered once. */
function takeChallenge(http: Context): string | undefined {
  clearCookies(http, challengeCookie)
  return readCookie(http, challengeCookie)
}

const changes = ['sign_in_again', 'passkey_required'] as const

export const passkeyEndpoints = [
  endpoint({
    route: 'POST /auth/passkey/challenge',
    operationId: 'startPasskeySignIn',
    summary: 'Get the challenge that a passkey has to sign, to sign in or to confirm who is there',
    access: 'visitor',
    errors: { forbidden: ['foreign_origin'] },
    answer: PasskeyRequestView,
    run: async (ctx, { http }) => {
      assertOwnOrigin(http)
      const { challenge, encrypted } = createChallenge(ctx)
      setCookie(http, challengeCookie, encrypted)
      return {
        challenge,
        timeout: challengeLifetimeSeconds * 1000,
        rpId: relyingParty(ctx.config).id,
        userVerification: 'required' as const,
      }
    },
  }),
  endpoint({
    route: 'POST /auth/passkey',
    operationId: 'signInWithPasskey',
    summary: 'Sign in with a passkey',
    access: 'visitor',
    errors: {
      forbidden: ['account_inactive', 'foreign_origin'],
      invalid: ['passkey_challenge_expired', 'passkey_refused'],
    },
    limiter: 'LOGINS',
    body: PasskeyAssertion,
    answer: TokensView,
    run: async (ctx, { body, http }) => {
      assertOwnOrigin(http)
      const visitor = { encrypted: takeChallenge(http), client: readClientInfo(http) }
      return setSignInCookies(http, await signInWithPasskey(ctx, body, visitor))
    },
  }),
  endpoint({
    route: 'POST /auth/passkey/confirm',
    operationId: 'confirmWithPasskey',
    summary: 'Confirm with a passkey, which allows what needs it for ten minutes',
    access: 'member',
    errors: { invalid: ['passkey_challenge_expired', 'passkey_refused'] },
    limiter: 'LOGINS',
    body: PasskeyAssertion,
    run: (ctx, { body, http }) => reauthenticateWithPasskey(ctx, body, takeChallenge(http)),
  }),
  endpoint({
    route: 'POST /auth/recovery_code',
    operationId: 'useRecoveryCode',
    summary: 'Use a recovery code in place of a passkey, for this session',
    access: 'member',
    errors: { invalid: ['wrong_recovery_code'] },
    limiter: 'LOGINS',
    body: RecoveryCodeInput,
    run: (ctx, { body }) => useRecoveryCode(ctx, body),
  }),
  endpoint({
    route: 'POST /users/me/passkeys/link',
    operationId: 'requestPasskeyLink',
    summary: 'Mail staff without a passkey the link that lets them add the first',
    access: 'member',
    errors: { conflict: ['passkey_exists', 'verify_email_first'], not_found: ['page_not_found'] },
    limiter: 'RESETS',
    run: (ctx) => requestPasskeyLink(ctx),
  }),
  endpoint({
    route: 'POST /auth/passkey_link',
    operationId: 'openPasskeyLink',
    summary: 'Use the mailed link to the first passkey in place of a passkey, for this session',
    access: 'member',
    errors: { invalid: ['bad_verification_token'] },
    limiter: 'LOGINS',
    body: EmailVerificationInput,
    run: (ctx, { body }) => openPasskeyLink(ctx, body.token),
  }),
  endpoint({
    route: 'GET /users/me/passkeys',
    operationId: 'listPasskeys',
    summary: 'List the passkeys of the member',
    access: 'member',
    answer: PasskeysView,
    run: (ctx) => listPasskeys(ctx),
  }),
  endpoint({
    route: 'POST /users/me/passkeys/challenge',
    operationId: 'startPasskey',
    summary: 'Get the options that a browser makes a passkey from',
    access: 'member',
    errors: { conflict: ['too_many_passkeys', 'verify_email_first'], forbidden: changes },
    answer: PasskeyCreationView,
    run: async (ctx, { http }) => {
      const { view, encrypted } = await startPasskeyRegistration(ctx, http.req.header('User-Agent'))
      setCookie(http, challengeCookie, encrypted)
      return view
    },
  }),
  endpoint({
    route: 'POST /users/me/passkeys',
    operationId: 'addPasskey',
    summary: 'Add a passkey that the browser made',
    access: 'member',
    errors: {
      conflict: ['passkey_exists', 'too_many_passkeys', 'verify_email_first'],
      forbidden: changes,
      invalid: ['passkey_challenge_expired', 'passkey_refused'],
    },
    limiter: 'LOGINS',
    body: AddPasskeyInput,
    status: 201,
    answer: PasskeysView,
    run: (ctx, { body, http }) => addPasskey(ctx, body, takeChallenge(http)),
  }),
  endpoint({
    route: 'PUT /users/me/passkeys/:id',
    operationId: 'renamePasskey',
    summary: 'Rename a passkey',
    access: 'member',
    errors: { forbidden: ['passkey_required'], not_found: ['passkey_not_found'] },
    params: PasskeyParams,
    body: RenamePasskeyInput,
    answer: PasskeysView,
    run: (ctx, { params, body }) => renamePasskey(ctx, params.id, body.name),
  }),
  endpoint({
    route: 'DELETE /users/me/passkeys/:id',
    operationId: 'removePasskey',
    summary: 'Remove a passkey that is not the last sign-in method',
    access: 'member',
    errors: {
      conflict: ['last_sign_in_method'],
      forbidden: changes,
      not_found: ['passkey_not_found'],
    },
    params: PasskeyParams,
    answer: PasskeysView,
    run: (ctx, { params }) => removePasskey(ctx, params.id),
  }),
  endpoint({
    route: 'POST /users/me/recovery_codes',
    operationId: 'createRecoveryCodes',
    summary: 'Create ten recovery codes, which replace those of before',
    access: 'moderator',
    isReauthenticationRequired: true,
    answer: RecoveryCodesView,
    run: (ctx) => createRecoveryCodes(ctx),
  }),
]
