import { atom } from 'nanostores'
import { ApiError } from '#site/lib/api.ts'

const maxAttempts = 3

/** Seconds to wait before a retry; undefined for errors that are not temporary. */
function calculateRetryDelay(error: unknown): number | undefined {
  const canRetry = error instanceof ApiError && ['twitch_busy', 'rate_limited'].includes(error.code)
  return canRetry ? (error.retryAfter ?? 60) : undefined
}

export function createRetryPolicy(sleep: (milliseconds: number) => Promise<void>) {
  const $secondsToWait = atom(0)
  /** Incremented by `stop`: results of earlier rounds are discarded. */
  let round = 0

  async function pause(seconds: number, isWanted: () => boolean): Promise<void> {
    for (let secondsLeft = seconds; secondsLeft > 0 && isWanted(); secondsLeft -= 1) {
      $secondsToWait.set(secondsLeft)
      await sleep(1000)
    }
    if (isWanted()) $secondsToWait.set(0)
  }

  /** Undefined when stopped meanwhile, whatever the outcome. */
  async function withRetries<Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> {
    const ownRound = round
    const isWanted = () => ownRound === round
    for (let attempt = 1; isWanted(); attempt += 1) {
      try {
        const answer = await call()
        return isWanted() ? answer : undefined
      } catch (error) {
        if (!isWanted()) return undefined
        const seconds = calculateRetryDelay(error)
        if (seconds === undefined || attempt === maxAttempts) throw error
        await pause(seconds, isWanted)
      }
    }
    return undefined
  }

  function stop(): void {
    round += 1
    $secondsToWait.set(0)
  }

  return { $secondsToWait, withRetries, stop }
}
