import { atom } from 'nanostores'
import { ApiError, type Api } from '#site/lib/api.ts'
import { signInCodeKey, accountTakeoverKey } from '#site/lib/storage-keys.ts'

/** `request` is known to this tab only: the code is of no use without it. */
export type CodeRequest = { request: string; email: string; sentAt: number; expiresAt: number }

type Dependencies = {
  api: Pick<Api, 'post'>
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  now: () => number
  timeZone: () => string | undefined
  settle: () => Promise<void>
}

const resendMs = 30_000
export const codeLength = 6

/** `123 456` → `123456` */
export function extractCodeDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, codeLength)
}

/** The request outlives a tab that is reloaded after a look at the mail. */
export function createSignInCodeStore(dependencies: Dependencies) {
  const { api, storage, now, timeZone, settle } = dependencies
  const $sent = atom<CodeRequest | undefined>(undefined)
  /** When the server takes requests again. */
  let openAt = 0

  function recall(): void {
    try {
      const kept = JSON.parse(storage.getItem(signInCodeKey) ?? 'null') as CodeRequest | null
      if (kept && kept.expiresAt > now()) $sent.set(kept)
    } catch {
      storage.removeItem(signInCodeKey)
    }
  }

  async function send(email: string): Promise<void> {
    const body = { email, time_zone: timeZone() }
    const answer = await api.post('auth/code', { body }).catch((error: unknown) => {
      if (error instanceof ApiError) openAt = now() + (error.retryAfter ?? 0) * 1000
      throw error
    })
    const sentAt = now()
    const { request, expires_in } = answer
    const sent = { request, email, sentAt, expiresAt: sentAt + expires_in * 1000 }
    storage.setItem(signInCodeKey, JSON.stringify(sent))
    $sent.set(sent)
  }

  function forget(): void {
    storage.removeItem(signInCodeKey)
    $sent.set(undefined)
  }

  async function enter(code: string): Promise<void> {
    const request = $sent.get()?.request ?? ''
    const { is_taken_over } = await api.post('auth/code/verify', { body: { request, code } })
    // The next page offers another username.
    if (is_taken_over) storage.setItem(accountTakeoverKey, 'due')
    // `$sent` stays, and with it the code's field, until the page goes on.
    storage.removeItem(signInCodeKey)
    await settle()
  }

  function secondsToResend(): number {
    const sentAt = $sent.get()?.sentAt ?? 0
    return Math.max(0, Math.ceil((Math.max(sentAt + resendMs, openAt) - now()) / 1000))
  }

  return { $sent, recall, send, forget, enter, secondsToResend }
}
