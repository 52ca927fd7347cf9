import { atom } from 'nanostores'
import { ApiError } from '#site/lib/api.ts'

/** Asked again when a pause was wanted, but not for ever. */
const mostTries = 3

/** The seconds that a refusal asks for, where waiting helps. */
function waitOf(error: unknown): number | undefined {
  const mayWait = error instanceof ApiError && ['twitch_busy', 'rate_limited'].includes(error.code)
  return mayWait ? (error.retryAfter ?? 60) : undefined
}

/** Calls that are made again after the pause that the other side asks for. */
export function createPatience(sleep: (milliseconds: number) => Promise<void>) {
  const $secondsToWait = atom(0)
  /** What was begun before the last stop is of no interest any more. */
  let round = 0

  async function pause(seconds: number, isWanted: () => boolean): Promise<void> {
    for (let left = seconds; left > 0 && isWanted(); left -= 1) {
      $secondsToWait.set(left)
      await sleep(1000)
    }
    if (isWanted()) $secondsToWait.set(0)
  }

  /** Undefined when stopped meanwhile, whatever became of it. */
  async function patiently<Answer>(act: () => Promise<Answer>): Promise<Answer | undefined> {
    const own = round
    const isWanted = () => own === round
    for (let tries = 1; isWanted(); tries += 1) {
      try {
        const answer = await act()
        return isWanted() ? answer : undefined
      } catch (error) {
        if (!isWanted()) return undefined
        const seconds = waitOf(error)
        if (seconds === undefined || tries === mostTries) throw error
        await pause(seconds, isWanted)
      }
    }
    return undefined
  }

  function stop(): void {
    round += 1
    $secondsToWait.set(0)
  }

  return { $secondsToWait, patiently, stop }
}
