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

/** `Retry-After` in seconds, as milliseconds. */
export function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('Retry-After'))
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) * 1000 : undefined
}

/** The same path and query where a stand-in answers in the place of a host. */
export function placedAt(url: string, standIn: string | undefined): string {
  const { pathname, search } = new URL(url)
  return standIn ? standIn + pathname + search : url
}
