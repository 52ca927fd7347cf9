export type FailureReason =
  | 'rejected'
  | 'service_failed'
  | 'changed_since'
  | 'rate_limited'
  | 'recipient_gone'
  | 'no_answer'
  | 'push_off'
  | 'unknown_push_service'

export type OutcomeFor<Reason extends string> =
  | { kind: 'sent' }
  | {
      /** `wait` (429) does not count as an attempt. `unknown`: the request may have arrived. */
      kind: 'retry' | 'wait' | 'refused' | 'gone' | 'unknown'
      reason: Reason
      /** For the log only: code decides by `reason`. */
      error: string | null
      afterMs?: number | undefined
    }
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

export function withFakeOrigin(url: string, fakeOrigin: string | undefined): string {
  const { pathname, search } = new URL(url)
  return fakeOrigin ? fakeOrigin + pathname + search : url
}
