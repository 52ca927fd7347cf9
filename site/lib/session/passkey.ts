import { ApiError, type Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type {
  AddPasskeyInput,
  PasskeyCreationView,
  PasskeyAssertion,
} from '#worker/features/accounts/passkeys/contract.ts'

const loadWebAuthnLibrary = () => import('@simplewebauthn/browser')

export function isPasskeySupported(): boolean {
  return typeof window.PublicKeyCredential === 'function'
}

export async function isAutofillSupported(): Promise<boolean> {
  return isPasskeySupported() && (await loadWebAuthnLibrary()).browserSupportsWebAuthnAutofill()
}

/** Browsers say as little of a refusal as of a person who changed their mind. */
function toPasskeyFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ApiError) return error
  if (error.name === 'InvalidStateError')
    return new ApiError({ status: 409, code: 'passkey_exists', msg: m.error_passkey_exists() })
  return new ApiError({ status: 0, code: 'passkey_cancelled', msg: m.passkey_cancelled() })
}

/** With `isAutofill` it waits until a passkey is picked; the next request takes its place. */
export async function answerPasskeyChallenge(
  api: Pick<Api, 'post'>,
  { isAutofill = false } = {},
): Promise<PasskeyAssertion> {
  const { startAuthentication } = await loadWebAuthnLibrary()
  const optionsJSON = await api.post('auth/passkey/challenge')
  try {
    const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill })
    const { clientDataJSON, authenticatorData, signature, userHandle = null } = answer.response
    return {
      ...answer,
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    }
  } catch (error) {
    throw toPasskeyFailure(error)
  }
}

export async function createPasskey({
  options,
  suggested_name,
}: PasskeyCreationView): Promise<AddPasskeyInput> {
  const { startRegistration } = await loadWebAuthnLibrary()
  try {
    const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
    const { id, rawId, type, response } = await startRegistration({ optionsJSON })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return {
      name: suggested_name ?? m.passkey_default_name(),
      registration: {
        ...{ id, rawId, type },
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject, transports },
      },
    }
  } catch (error) {
    throw toPasskeyFailure(error)
  }
}
