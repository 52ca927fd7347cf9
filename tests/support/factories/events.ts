import type { EventId } from '#worker/contracts/ids.ts'
import { eventParticipants, events } from '#worker/db/schema/events.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { insertInto, insertRow, type RowValues, type TestDatabase } from './rows.ts'

/** Any column, and the streamers who take part. */
export type EventOptions = Partial<RowValues<typeof events>> & {
  streamerIds?: readonly number[]
}
export type CreatedEvent = { id: EventId; slug: string }

let count = 0

/** Inserts an event, on the agenda unless its status says otherwise. */
export async function createEvent(
  worker: TestDatabase,
  { streamerIds = [], ...options }: EventOptions = {},
): Promise<CreatedEvent> {
  count += 1
  const { startAt = Date.now() + day, slug = `created-event-${count}` } = options
  const id = await insertRow(worker, events, {
    name: `Event ${count}`,
    endAt: startAt + hour,
    timezone: 'Europe/Paris',
    timeCertainty: 'exact',
    status: 'approved',
    approvedAt: count,
    language: 'en',
    platform: 'twitch',
    streamingAccountName: `channel${count}`,
    category: 'charity',
    proofUrl: 'https://example.com',
    createdAt: 0,
    updatedAt: 0,
    ...options,
    ...{ slug, startAt },
  })
  for (const [position, streamerId] of streamerIds.entries()) {
    const participant = { eventId: id, position, streamerId, displayName: 'Somebody' }
    await insertInto(worker, eventParticipants, participant)
  }
  return { id, slug }
}
