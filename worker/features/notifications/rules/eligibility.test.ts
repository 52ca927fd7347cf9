import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import { batch } from '#worker/db/client.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { select } from '#worker/db/statement.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { isStillDeliverable } from './kind-rules.ts'

const now = Date.UTC(2027, 2, 1, 12)
const start = now + 3_600_000

let database: TemporaryDatabase
beforeAll(async () => {
  database = await startTemporaryDatabase()
  await database.query(`insert into users (id, username, username_key, created_at, email_verified_at)
    values (1, 'a', 'a', 0, 1), (2, 'b', 'b', 0, 1)`)
  await database.query(`insert into games (id, slug, name, name_key, created_at)
    values (1, 'g', 'G', 'g', 0)`)
  await database.query(`insert into event_groups (id, slug, name, name_key, created_at)
    values (1, 'e', 'E', 'e', 0)`)
  await database.query(`insert into streamers (id, display_name, name_key, created_at)
    values (1, 's', 's', 0), (2, 't', 't', 0)`)
  await database.query(`insert into streaming_accounts (streamer_id, platform, name, name_key, created_at)
    values (1, 'twitch', 'Own', 'own', 0)`)
  // On the channel of streamer 1; with streamer 2; of game 1; of group 1.
  for (const options of [
    { id: 1, streamingAccountName: 'OWN' },
    { id: 2, streamingAccountName: null, streamerIds: [2] },
    { id: 3, streamingAccountName: null, gameId: 1 },
    { id: 4, streamingAccountName: null, groupId: 1 },
  ]) {
    await createEvent(database, { startAt: start, ...options })
  }
})
afterAll(() => database.remove())

/** Which of the events each person still hears of by mail, as `person:event`. */
async function wanted(at = now): Promise<string[]> {
  await database.query('delete from deliveries')
  await database.query(`insert into deliveries
      (key, user_id, channel, kind, event_id, payload, status, next_at, created_at)
    select 'new:' || e.id, u.id, 'email', 'new_event_followed', e.id, '{}', 'pending', 0, 0
    from users u join events e where u.id in (1, 2)`)
  const one = sql<string>`${deliveries.userId} || ':' || ${deliveries.eventId}`
  const [found] = await batch(database.db, 'read', [
    select({ one }, sql`from ${deliveries} where ${isStillDeliverable(at)} order by ${one}`),
  ])
  return found.map(({ one }) => one)
}

test('a new event is sent to who still follows its channel, a participant, its game or its group', async () => {
  await database.query(`insert into streamer_follows (user_id, streamer_id, created_at)
    values (1, 1, 0), (2, 2, 0)`)
  await database.query(`insert into game_follows (user_id, game_id, created_at)
    values (1, 1, 0), (2, 1, 0)`)
  await database.query(`insert into group_follows (user_id, group_id, created_at)
    values (1, 1, 0), (2, 1, 0)`)
  expect(await wanted()).toEqual(['1:1', '1:3', '1:4', '2:2', '2:3', '2:4'])
  await database.query('update group_follows set is_notified = 0 where user_id = 1')
  await database.query('delete from group_follows where user_id = 2')
  await database.query('update streamer_follows set is_notified = 0 where user_id = 2')
  await database.query('delete from game_follows where user_id = 1')
  expect(await wanted()).toEqual(['1:1', '2:3'])
  await database.query('update users set is_soft_banned = 1 where id = 2')
  expect(await wanted()).toEqual(['1:1'])
})

test('and to nobody once it is off the agenda, cancelled or begun', async () => {
  expect(await wanted(start)).toEqual([])
  await database.query(`update events set status = 'pending' where id = 1`)
  expect(await wanted()).toEqual([])
  await database.query(`update events set status = 'approved', cancelled_at = 1 where id = 1`)
  expect(await wanted()).toEqual([])
})
