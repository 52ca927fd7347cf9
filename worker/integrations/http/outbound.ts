export type FailureReason =
  | 'rejected'
  | 'service_failed'
  | 'changed_since'
  | 'rate_limited'
  | 'recipient_gone'
  | 'no_answer'
  | 'push_off'
  | 'unknown_push_service'

/** `perSecond`: calls that the service takes, as it said itself. */
export type OutcomeFor<Reason extends string> = { perSecond?: number | undefined } & (
  | { kind: 'sent' }
  | {
      /** `wait` (429) does not count as an attempt. `unknown`: the request may have arrived. */
      kind: 'retry' | 'wait' | 'refused' | 'gone' | 'unknown'
      reason: Reason
      /** For the log only: code decides by `reason`. */
      error: string | null
      afterMs?: number | undefined
    }
)
export type RequestOutcome = OutcomeFor<FailureReason>

const timeoutMs = 10_000

/** Separates a failed fetch from an error response, because the request may still have arrived. */
export async function sendRequest(
  url: string,
  init: RequestInit,
): Promise<Response | { error: string }> {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(timeoutMs), ...init, redirect: 'manual' })
  } catch (error) {
    return { error: error instanceof Error ? error.name : 'network' }
  }
}

/** `gone`: the statuses by which this service says that the recipient no longer exists. */
export async function readOutcome(
  answer: Response | { error: string },
  { who, gone }: { who: string; gone: readonly number[] },
): Promise<RequestOutcome> {
  if ('error' in answer) return { kind: 'unknown', reason: 'no_answer', error: answer.error }
  await answer.body?.cancel()
  if (answer.ok) return { kind: 'sent' }
  const { status } = answer
  const error = `${who} answered ${status}`
  if (gone.includes(status)) return { kind: 'gone', reason: 'recipient_gone', error }
  if (status === 429) {
    return { kind: 'wait', reason: 'rate_limited', error, afterMs: retryAfterMs(answer) }
  }
  // A gateway's time-out says nothing about the service behind it.
  if (status === 502 || status === 504) return { kind: 'unknown', reason: 'no_answer', error }
  return status >= 500
    ? { kind: 'retry', reason: 'service_failed', error, afterMs: retryAfterMs(answer) }
    : { kind: 'refused', reason: 'rejected', error }
}

export function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Retry-After'))
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) * 1000 : undefined
}

/**
 * Limit of `RateLimit-Policy` (`"name";q=100;w=60` in draft-ietf-httpapi-ratelimit-headers-11, `100;w=60`
 * before), or of `RateLimit-Limit` for a window of a second, as Resend sends it.
 */
export function readCallsPerSecond(headers: Headers): number | undefined {
  const policy = headers.get('RateLimit-Policy') ?? ''
  const [, quota] = /;\s*q=(\d+)/.exec(policy) ?? /^(\d+)/.exec(policy) ?? []
  const [, window = '1'] = /;\s*w=(\d+)/.exec(policy) ?? []
  const calls = Number(quota ?? headers.get('RateLimit-Limit') ?? Number.NaN) / Number(window)
  return Number.isFinite(calls) && calls >= 0 ? calls : undefined
}

export function withFakeOrigin(url: string, fakeOrigin: string | undefined): string {
  const { pathname, search } = new URL(url)
  return fakeOrigin ? fakeOrigin + pathname + search : url
}
