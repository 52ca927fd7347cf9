/** What became of a request that left: `unknown` means that it may have arrived. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'retry'; error: string; afterMs?: number }
  /** Asked to come back later (429): no try of ours failed. */
  | { kind: 'wait'; error: string; afterMs?: number }
  | { kind: 'refused'; error: string }
  | { kind: 'gone'; error: string }
  | { kind: 'unknown'; error: string }

/** Every outbound call has this limit. */
const timeoutMs = 10_000

/**
 * Fetch with a time-out; a rejected fetch is told apart from an answer because the request may
 * have reached the other side.
 */
export async function call(url: string, init: RequestInit): Promise<Response | { error: string }> {
  try {
    return await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    return { error: error instanceof Error ? error.name : 'network' }
  }
}

/** What an answer means, and who gave it: `gone` are the statuses that say that nobody is there any more. */
export async function readOutcome(
  answer: Response | { error: string },
  { who, gone }: { who: string; gone: readonly number[] },
): Promise<Outcome> {
  if ('error' in answer) return { kind: 'unknown', error: answer.error }
  await answer.body?.cancel()
  if (answer.ok) return { kind: 'sent' }
  const { status } = answer
  const error = `${who} answered ${status}`
  if (gone.includes(status)) return { kind: 'gone', error }
  if (status === 429) return { kind: 'wait', error, afterMs: retryAfterMs(answer) }
  // A gateway's time-out says nothing about what is behind it.
  if (status === 502 || status === 504) return { kind: 'unknown', error }
  return status >= 500
    ? { kind: 'retry', error, afterMs: retryAfterMs(answer) }
    : { kind: 'refused', error }
}

/** `Retry-After` in seconds, as milliseconds. */
export function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Retry-After'))
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) * 1000 : undefined
}

/** The same path and query where a stand-in answers in the place of a host. */
export function withFakeOrigin(url: string, standIn: string | undefined): string {
  const { pathname, search } = new URL(url)
  return standIn ? standIn + pathname + search : url
}
