import { atom } from 'nanostores'
import * as v from 'valibot'
import { ApiError, type Api } from '#site/lib/api.ts'
import {
  OAuthCallbackView,
  type OAuthCallbackInput,
  type OAuthProvider,
} from '#worker/features/accounts/identities/contract.ts'

export type ProviderConnectionError = 'no_code' | 'no_data' | 'refused' | 'unreachable'
export type ProviderConnectionState =
  | { phase: 'connecting' }
  | { phase: 'connected'; outcome: OAuthCallbackView['outcome']; next: string | null }
  | { phase: 'failed'; fault: ProviderConnectionError; reason: string; mustLogIn: boolean }

type Dependencies = {
  api: Pick<Api, 'post'>
  provider: OAuthProvider
  /** Parameters of the callback's address. */
  answer: URLSearchParams
  /** The new tokens take effect. */
  settle: () => Promise<void>
}

export function createProviderConnectionStore({ api, provider, answer, settle }: Dependencies) {
  const $connection = atom<ProviderConnectionState>({ phase: 'connecting' })
  const post = (body: OAuthCallbackInput) =>
    api.post('auth/:provider/connect', { params: { provider }, body })
  const state = answer.get('state') ?? ''
  const code = answer.get('code')
  let isAsked = false

  function fail(fault: ProviderConnectionError, error?: unknown): void {
    const { code, msg, status } = error instanceof ApiError ? error : unsaid
    // The other faults say all that there is to say.
    const isExplained = status > 0 && (fault === 'refused' || fault === 'no_code')
    const mustLogIn = code === 'sign_in_to_link'
    $connection.set({ phase: 'failed', fault, reason: isExplained ? msg : '', mustLogIn })
  }

  /** After a refusal at the provider, too: the server then forgets the errand. */
  async function tellRefusal(): Promise<void> {
    const error = answer.get('error')
    const report = error && state ? post({ state, error }) : undefined
    await Promise.resolve(report).then(
      () => fail('no_code'),
      (refusal) => fail('no_code', refusal),
    )
  }

  async function connect(): Promise<void> {
    if (isAsked) return
    isAsked = true
    if (!code || !state) return tellRefusal()
    try {
      const view: unknown = await post({ state, code })
      if (!v.is(OAuthCallbackView, view)) return fail('no_data')
      if (view.outcome === 'signed_in') await settle()
      $connection.set({ phase: 'connected', outcome: view.outcome, next: view.next })
    } catch (error) {
      fail(toConnectionError(error), error)
    }
  }

  return { $connection, connect }
}

const unsaid = { code: '', msg: '', status: 0 }
const faultsByCode: Record<string, ProviderConnectionError> = {
  network: 'unreachable',
  oauth_unreachable: 'unreachable',
  oauth_no_data: 'no_data',
}

function toConnectionError(error: unknown): ProviderConnectionError {
  if (error instanceof ApiError) return faultsByCode[error.code] ?? 'refused'
  // An answer that is no JSON holds nothing.
  return error instanceof SyntaxError ? 'no_data' : 'unreachable'
}
