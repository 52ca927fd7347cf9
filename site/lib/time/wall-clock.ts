import { createMemo } from '#worker/contracts/memo.ts'

/** An IANA name; undefined is the device's own zone, whose clock `Date` knows without its name. */
export type TimeZoneContext = { timeZone?: string | undefined }

/** Younger than some browsers in use. */
const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } }

/** An IANA name. The first use of `Intl` in a page takes a phone 0.1 s. */
export function readBrowserZone(): string {
  return Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function resolveTimeZone({ timeZone }: TimeZoneContext): string {
  return timeZone ?? readBrowserZone()
}

const clocks = createMemo<Intl.DateTimeFormat>(600)

function getZoneFormat(timeZone: string): Intl.DateTimeFormat {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const
  return clocks(timeZone, () => new Intl.DateTimeFormat('sv', options))
}

/** No zone in use has changed its offset within a quarter of an hour of UTC since 1945. */
const offsetStep = 900_000
/** Asking `Intl` anew took 2 % of the processor time of the home page. */
const offsets = createMemo<number>(2_000)

/** Milliseconds that the zone's clocks are ahead of UTC. */
function computeZoneOffset(at: number, timeZone: string): number {
  const step = at - (((at % offsetStep) + offsetStep) % offsetStep)
  return offsets(`${timeZone} ${step}`, () => {
    // `2026-11-20 23:30:05`
    const [date, time] = getZoneFormat(timeZone).format(step).split(' ')
    return Date.parse(`${date}T${time}Z`) - step
  })
}

/** Milliseconds at which the clocks of UTC show what the zone's clocks show at the instant. */
export function toWallClock(at: number, { timeZone }: TimeZoneContext): number {
  if (timeZone === 'UTC') return at
  if (timeZone === undefined) return at - new Date(at).getTimezoneOffset() * 60_000
  return at + computeZoneOffset(at, timeZone)
}
