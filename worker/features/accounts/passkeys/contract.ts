import * as v from 'valibot'
import { idParam, PasskeyId } from '#worker/contracts/ids.ts'
import { singleLineText } from '#worker/contracts/text.ts'
import { Instant } from '#worker/contracts/time.ts'

export const maxPasskeysPerMember = 20

const Base64Url = (max: number) =>
  v.pipe(v.string(), v.nonEmpty(), v.maxLength(max), v.regex(/^[\w-]+$/, 'malformed'))
const CredentialId = Base64Url(1400)

const credential = {
  id: CredentialId,
  rawId: CredentialId,
  type: v.literal('public-key'),
  /** Nothing is asked of extensions, and nothing is taken from them. */
  clientExtensionResults: v.optional(v.object({}), {}),
}

/** `RegistrationResponseJSON` of WebAuthn. */
const Registration = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: Base64Url(4000),
    attestationObject: Base64Url(16_000),
    transports: v.optional(
      v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(8)),
      [],
    ),
  }),
})
export type PasskeyRegistration = v.InferOutput<typeof Registration>

/** `AuthenticationResponseJSON` of WebAuthn. */
export const PasskeyAssertion = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: Base64Url(4000),
    authenticatorData: Base64Url(4000),
    signature: Base64Url(4000),
    userHandle: v.optional(v.nullable(Base64Url(100)), null),
  }),
})
export type PasskeyAssertion = v.InferOutput<typeof PasskeyAssertion>

const PasskeyName = singleLineText(1, 60)

export const AddPasskeyInput = v.object({ name: PasskeyName, registration: Registration })
export type AddPasskeyInput = v.InferOutput<typeof AddPasskeyInput>

export const RenamePasskeyInput = v.object({ name: PasskeyName })
export const PasskeyParams = v.object({ id: idParam(PasskeyId) })

/** `PublicKeyCredentialRequestOptionsJSON`; any passkey of the site may answer. */
export const PasskeyRequestView = v.object({
  challenge: v.string(),
  timeout: v.number(),
  rpId: v.string(),
  userVerification: v.literal('required'),
})
export type PasskeyRequestView = v.InferOutput<typeof PasskeyRequestView>

const CredentialType = v.literal('public-key')

/** `PublicKeyCredentialCreationOptionsJSON`. */
export const PasskeyCreationView = v.object({
  suggested_name: v.nullable(v.string()),
  options: v.object({
    challenge: v.string(),
    timeout: v.number(),
    rp: v.object({ id: v.string(), name: v.string() }),
    user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
    pubKeyCredParams: v.array(v.object({ type: CredentialType, alg: v.number() })),
    excludeCredentials: v.array(
      v.object({ id: v.string(), type: CredentialType, transports: v.array(v.string()) }),
    ),
    authenticatorSelection: v.object({
      residentKey: v.literal('required'),
      requireResidentKey: v.literal(true),
      userVerification: v.literal('required'),
    }),
    attestation: v.literal('none'),
  }),
})
export type PasskeyCreationView = v.InferOutput<typeof PasskeyCreationView>

export const PasskeysView = v.object({
  items: v.array(
    v.object({
      id: PasskeyId,
      name: v.string(),
      created_at: Instant,
      last_used_at: v.nullable(Instant),
    }),
  ),
  staff: v.object({
    is_required: v.boolean(),
    /** True if a passkey, or a recovery code in its place, was used in this session. */
    is_used: v.boolean(),
    /** Null for who is no staff. */
    recovery_codes_left: v.nullable(v.number()),
  }),
})
export type PasskeysView = v.InferOutput<typeof PasskeysView>

export const RecoveryCodesView = v.object({ codes: v.array(v.string()) })
export type RecoveryCodesView = v.InferOutput<typeof RecoveryCodesView>

/** Case, spaces and hyphens do not matter. */
export const RecoveryCodeInput = v.object({
  code: v.pipe(
    v.string(),
    v.maxLength(100),
    v.transform((code) => code.toLowerCase().replaceAll(/[\s-]/g, '')),
    v.regex(/^[a-z0-9]{16}$/, 'recovery_code'),
  ),
})
export type RecoveryCodeInput = v.InferOutput<typeof RecoveryCodeInput>
