const minuteMs = 60_000

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
