import { sql, type SQL } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import { read, writeInOrder, type Ctx, type System } from '#worker/context.ts'
import type { Statement } from '#worker/db/client.ts'
import { reminderEvenings } from '#worker/db/schema/reminders.ts'
import { select } from '#worker/db/statement.ts'
import { insert, jsonField, jsonRows, remove } from '#worker/db/writes.ts'
import { toLocalDateTime } from '#worker/features/notifications/preferences/local-time.ts'

/** 20:00 on the day before the one that the instant falls on, both in the zone. */
export function findEveningBefore(at: number, timeZone: string): number {
  const before = toLocalDateTime(at, timeZone).subtract({ days: 1 })
  return before.withPlainTime('20:00').epochMilliseconds
}

/** Days from yesterday, whose evening today’s events have, to one in which the hourly job fails. */
const eveningsKept = [0, 1, 2, 3]

function listEvenings(timeZone: string, now: number) {
  const today = toLocalDateTime(now, timeZone).startOfDay()
  return eveningsKept.map((days) => {
    const day = today.add({ days }).startOfDay()
    return {
      timeZone,
      at: findEveningBefore(day.epochMilliseconds, timeZone),
      from: day.epochMilliseconds,
      to: day.add({ days: 1 }).startOfDay().epochMilliseconds,
    }
  })
}

/** SQL knows no zones: the evenings of those where somebody wants a reminder then are written down. */
export function keepEvenings(
  timeZones: readonly string[],
  now: number,
  where: SQL = sql`true`,
): Statement<undefined> {
  return insert(
    reminderEvenings,
    {
      timeZone: jsonField<string>('timeZone'),
      at: jsonField<number>('at'),
      dayFrom: jsonField<number>('from'),
      dayTo: jsonField<number>('to'),
    },
    {
      from: jsonRows(timeZones.flatMap((zone) => listEvenings(zone, now))),
      where,
      onConflict: sql`do nothing`,
    },
  )
}

export async function renewEvenings(ctx: Ctx<System>): Promise<void> {
  const { now } = ctx
  const { timeZone, at, dayTo } = reminderEvenings
  const { zones } = await read(ctx, {
    zones: select(
      { timeZone },
      sql`from ${reminderEvenings} group by ${timeZone} having max(${at}) < ${now + 1.5 * dayMs}`,
    ),
  })
  if (zones.length === 0) return
  await writeInOrder(ctx, [
    keepEvenings(
      zones.map((zone) => zone.timeZone),
      now,
    ),
    remove(reminderEvenings, { where: sql`${dayTo} < ${now}` }),
  ])
}
