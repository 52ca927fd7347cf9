/** An IANA name; undefined is the device's own zone, whose clock `Date` knows without its name. */
export type Zoned = { timeZone?: string | undefined }

/** Younger than some browsers in use. */
const { Temporal } = globalThis as { Temporal?: { Now: { timeZoneId(): string } } }

/** The device's own zone by its IANA name. The first use of `Intl` in a page takes a phone 0.1 s. */
export function browserZone(): string {
  return Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The IANA name of the zone that times are shown in. */
export function zoneOf({ timeZone }: Zoned): string {
  return timeZone ?? browserZone()
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv', options)
  clocks.set(timeZone, clock)
  return clock
}

/** What clocks show at an instant, as the milliseconds at which those of UTC show the same. */
export function wallClock(at: number, { timeZone }: Zoned): number {
  if (timeZone === 'UTC') return at
  if (timeZone === undefined) return at - new Date(at).getTimezoneOffset() * 60_000
  // `2026-11-20 23:30:05`
  const [date, time] = clockOf(timeZone).format(at).split(' ')
  return Date.parse(`${date}T${time}Z`)
}
