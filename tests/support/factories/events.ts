import { sql } from 'drizzle-orm'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { eventParticipants, events, hypes } from '#worker/db/schema/events.ts'
import { batch } from '#worker/db/client.ts'
import { insert, type InsertValues } from '#worker/db/writes.ts'
import { normalizeSeriesName } from '#worker/contracts/series-name.ts'
import { day, hour, minute } from '#tests/support/drivers/durations.ts'
import {
  databaseOf,
  insertInto,
  insertRow,
  query,
  type RowValues,
  type TestDatabase,
} from './rows.ts'

/** Any column, and the streamers who take part. */
export type EventOptions = Partial<RowValues<typeof events>> & {
  streamerIds?: readonly number[]
}
export type CreatedEvent = { id: EventId; slug: string }

let count = 0

/** On the agenda, an hour long, with what every event has to have. */
const defaults = {
  timezone: 'Europe/Paris',
  timeCertainty: 'exact',
  status: 'approved',
  language: 'en',
  platform: 'twitch',
  category: 'charity',
  proofUrl: 'https://example.com',
  createdAt: 0,
  updatedAt: 0,
} as const

/** Inserts an event, on the agenda unless its status says otherwise. */
export async function createEvent(
  target: TestDatabase,
  { streamerIds = [], ...options }: EventOptions = {},
): Promise<CreatedEvent> {
  count += 1
  const { startAt = Date.now() + day, slug = `created-event-${count}` } = options
  const { name = `Event ${count}` } = options
  const id = await insertRow(target, events, {
    ...defaults,
    seriesName: normalizeSeriesName(name),
    endAt: startAt + hour,
    approvedAt: count,
    reviewedAt: options.status === undefined || options.status === 'approved' ? count : null,
    streamingAccountName: `channel${count}`,
    ...options,
    ...{ slug, startAt, name },
  })
  for (const [position, streamerId] of streamerIds.entries()) {
    const participant = { eventId: id, position, streamerId, displayName: 'Somebody' }
    await insertInto(target, eventParticipants, participant)
  }
  return { id, slug }
}

export async function insertHypes(
  target: TestDatabase,
  eventId: EventId,
  members: readonly { userId: number }[],
): Promise<void> {
  for (const { userId } of members) {
    await insertInto(target, hypes, { eventId, userId: userId as UserId, createdAt: Date.now() })
  }
}

type ManyOptions = Partial<RowValues<typeof events>> & { name: string; startAt: number }

/** Inserts events in one statement: `Name 1`, `Name 2` …, a minute apart. */
export async function createManyEvents(
  target: TestDatabase,
  number: number,
  { name, startAt, ...options }: ManyOptions,
): Promise<void> {
  const n = sql<number>`n.value`
  const start = sql<number>`${startAt} + ${n} * ${minute}`
  const many = insert(
    events,
    {
      ...defaults,
      slug: sql<string>`'many-' || ${n}`,
      name: sql<string>`${name} || ' ' || ${n}`,
      seriesName: normalizeSeriesName(name),
      startAt: start,
      endAt: sql<number>`${start} + ${minute}`,
      approvedAt: n,
      reviewedAt: n,
      ...(options as Partial<InsertValues<typeof events>>),
    },
    { from: sql`generate_series(1, ${number}) n` },
  )
  await batch(databaseOf(target), 'write', [many])
}

/** The names of events whose writer did not say the name of their series. */
export async function listNamesWithoutSeriesName(target: TestDatabase): Promise<string[]> {
  const rows = await query<{ name: string; series_name: string }>(
    target,
    'select name, series_name from events',
  )
  if (rows.length === 0) throw new Error('there is no event')
  return rows.flatMap((row) =>
    row.series_name === normalizeSeriesName(row.name) ? [] : [row.name],
  )
}
