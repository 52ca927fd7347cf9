import { Temporal } from 'temporal-polyfill'

/** Twice a year an hour is skipped or doubled. */
export type LocalMoment =
  | { kind: 'missing' }
  | { kind: 'skipped' }
  /** Doubled hours are taken the first time round. */
  | { kind: 'once' | 'doubled'; at: number }

const missing: LocalMoment = { kind: 'missing' }

function attemptRead(read: () => LocalMoment): LocalMoment {
  try {
    return read()
  } catch {
    return missing
  }
}

export function toLocalMoment(date: string, time: string, zone: string): LocalMoment {
  if (!date || !time) return missing
  return attemptRead(() => {
    const wallClockTime = Temporal.PlainDateTime.from(`${date}T${time}`)
    const earlierInstant = wallClockTime.toZonedDateTime(zone, { disambiguation: 'earlier' })
    const laterInstant = wallClockTime.toZonedDateTime(zone, { disambiguation: 'later' })
    if (!earlierInstant.toPlainDateTime().equals(wallClockTime)) return { kind: 'skipped' }
    const isDoubled = earlierInstant.epochMilliseconds !== laterInstant.epochMilliseconds
    return { kind: isDoubled ? 'doubled' : 'once', at: earlierInstant.epochMilliseconds }
  })
}

/** 00:00, or the first moment of a day on which that hour is skipped. */
export function startOfDay(date: string, zone: string): LocalMoment {
  if (!date) return missing
  return attemptRead(() => {
    const { epochMilliseconds } = Temporal.PlainDate.from(date).toZonedDateTime(zone)
    return { kind: 'once', at: epochMilliseconds }
  })
}

/** 24:00 of the day. */
export function endOfDay(date: string, zone: string): LocalMoment {
  if (!date) return missing
  return attemptRead(() => {
    const next = Temporal.PlainDate.from(date).add({ days: 1 })
    return { kind: 'once', at: next.toZonedDateTime(zone).epochMilliseconds }
  })
}

export function toLocalDateTime(at: number, zone: string): { date: string; time: string } {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return {
    date: local.toPlainDate().toString(),
    time: local.toPlainTime().toString({ smallestUnit: 'minute' }),
  }
}
