import { minuteMs } from '#worker/contracts/durations.ts'

export type MinuteClock = { stop(): void }

/** Calls `tick` at second 0 of every minute; skips a minute while the last call still runs. */
export function startMinuteClock(tick: (minute: number) => Promise<void>): MinuteClock {
  let isRunning = false
  let timer: NodeJS.Timeout

  async function run(minute: number): Promise<void> {
    if (isRunning) return
    isRunning = true
    try {
      await tick(minute)
    } catch (error) {
      console.error(`Minute job: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      isRunning = false
    }
  }

  function schedule(): void {
    const next = (Math.floor(Date.now() / minuteMs) + 1) * minuteMs
    timer = setTimeout(() => {
      void run(next)
      schedule()
    }, next - Date.now())
  }

  schedule()
  return { stop: () => clearTimeout(timer) }
}

/** `scheduledTime` in Unix milliseconds; default: now. */
export async function runScheduledJob(
  url: string,
  cron: string,
  scheduledTime?: number,
): Promise<void> {
  const query = new URLSearchParams({ cron })
  if (scheduledTime !== undefined) query.set('time', String(scheduledTime))
  const response = await fetch(`${url}/cdn-cgi/local/scheduled?${query}`)
  const outcome = await response.text()
  if (!response.ok) throw new Error(`the job of ${cron} failed: ${outcome.split('\n')[0]}`)
}

export async function runScheduledJobs(url: string, minute: number): Promise<void> {
  await runScheduledJob(url, '* * * * *', minute)
  if (new Date(minute).getUTCMinutes() === 17) await runScheduledJob(url, '17 * * * *', minute)
}
