import { query } from '#tests/support/factories/members.ts'
import type { TestWorker } from '#tests/support/drivers/worker.ts'

export type EventFacts = {
  name?: string
  startAt: number
  endAt: number
  status?: 'pending' | 'approved' | 'rejected' | 'disabled'
  cancelledAt?: number
  approvedAt?: number
  language?: string
  platform?: string
  category?: string
  gameId?: number
  groupId?: number
  hypeCount?: number
  /** Streamers who take part. */
  streamerIds?: number[]
}
type Environment = Pick<TestWorker, 'environment'>
export type InsertedEvent = { id: number; slug: string }

let count = 0

const usual = {
  status: 'approved',
  cancelledAt: null,
  language: 'en',
  platform: 'twitch',
  category: 'charity',
  gameId: null,
  groupId: null,
  hypeCount: 0,
  streamerIds: [],
}

/** An event written to the database: for tests that are about reading the agenda. */
export async function insertEvent(worker: Environment, facts: EventFacts): Promise<InsertedEvent> {
  count += 1
  const slug = `placed-event-${count}`
  const all = { ...usual, name: `Event ${count}`, approvedAt: count, ...facts }
  const [event] = await query<{ id: number }>(
    worker,
    `insert into events (slug, name, start_at, end_at, timezone, time_certainty, status, approved_at,
        cancelled_at, language, platform, streaming_account_name, game_id, category, group_id,
        proof_url, hype_count, created_at, updated_at)
      values (?, ?, ?, ?, 'Europe/Paris', 'exact', ?, ?, ?, ?, ?, ?, ?, ?, ?,
        'https://example.com', ?, 0, 0) returning id`,
    slug,
    all.name,
    all.startAt,
    all.endAt,
    all.status,
    all.approvedAt,
    all.cancelledAt,
    all.language,
    all.platform,
    `channel${count}`,
    all.gameId,
    all.category,
    all.groupId,
    all.hypeCount,
  )
  if (!event) throw new Error('the event was not written')
  for (const [position, streamerId] of all.streamerIds.entries()) {
    await query(
      worker,
      `insert into event_participants (event_id, position, streamer_id, display_name)
        values (?, ?, ?, 'Somebody')`,
      event.id,
      position,
      streamerId,
    )
  }
  return { id: event.id, slug }
}

async function placeNamed(
  worker: Environment,
  sql: string,
  ...args: (string | number | null)[]
): Promise<number> {
  const [row] = await query<{ id: number }>(worker, sql, ...args)
  return row?.id ?? 0
}

export function insertGame(worker: Environment, name: string): Promise<number> {
  const sql = `insert into games (slug, name, name_key, created_at)
    values (?1, ?1, lower(?1), 0) returning id`
  return placeNamed(worker, sql, name)
}

export function insertGroup(worker: Environment, name: string): Promise<number> {
  const sql = `insert into event_groups (slug, name, name_key, created_at)
    values (?1, ?1, lower(?1), 0) returning id`
  return placeNamed(worker, sql, name)
}

/** With the member behind, where there is one. */
export function insertStreamer(
  worker: Environment,
  name: string,
  userId: number | null = null,
): Promise<number> {
  const sql = `insert into streamers (display_name, name_key, user_id, created_at)
    values (?1, lower(?1), ?2, 0) returning id`
  return placeNamed(worker, sql, name, userId)
}
