import { minute } from '#tests/support/drivers/durations.ts'

/**
 * The counters of all addresses start at zero with each minute of the clock: what begins in one
 * minute and ends in the next runs again, which takes an address of its own.
 */
export async function withinOneMinute<Found>(run: () => Promise<Found>): Promise<Found> {
  const minuteNow = () => Math.floor(Date.now() / minute)
  const began = minuteNow()
  const found = await run()
  return minuteNow() === began ? found : run()
}
