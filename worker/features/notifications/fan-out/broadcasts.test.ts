import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import type { Query, SendQueries } from '#worker/db/hrana.ts'
import { queryRows } from '#worker/db/statement.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { publishEventsTogether } from '#worker/features/moderation/proposals/publication.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { planOf } from '#tests/support/drivers/query-plans.ts'
import { insertBroadcast, fanOutBroadcasts } from './broadcasts.ts'
import { selectDueBroadcasts } from './due.ts'
import { fanOutReminders } from './reminders.ts'
import { defaultProposalLimits } from '#worker/contracts/proposal-limits.ts'

const now = Date.UTC(2027, 2, 1, 12)
const minute = 60_000
const day = 24 * 60 * minute
const start = now + 2 * day

let database: TemporaryDatabase
/** Fan-outs that were asked for and are not worked off. */
let asked: QueueMessage[] = []
let batches: Query[][] = []
beforeAll(async () => {
  database = await startTemporaryDatabase()
})
afterAll(() => database.remove())
beforeEach(async () => {
  asked = []
  batches = []
  await database.query('delete from users')
})

function ctxAt(at: number): Ctx<System> {
  const send: SendQueries = (queries, mode) => {
    batches.push([...queries])
    return database.db.send(queries, mode)
  }
  const db = Object.assign(Object.create(database.db) as typeof database.db, { send })
  return {
    db,
    now: at,
    actor: { kind: 'system' },
    config: { SHARE_CARDS: 'off', PROPOSAL_LIMITS: defaultProposalLimits },
    send: (messages: QueueMessage[]) => {
      asked.push(...messages.filter(({ type }) => type !== 'send_lane'))
      return Promise.resolve()
    },
  } as unknown as Ctx<System>
}

async function insert(text: string): Promise<number> {
  const [row] = await database.query<{ id: number }>(`${text} returning id`)
  return row?.id ?? 0
}

let names = 0
async function addEvent(facts: { gameId?: number; groupId?: number; proposerId?: number } = {}) {
  names += 1
  const channel = `Channel${names}`
  const { id } = await createEvent(database, {
    name: `Event ${names}`,
    startAt: start,
    endAt: start + day,
    streamingAccountName: channel,
    ...facts,
  })
  return { id, channel }
}

async function addStreamer(channel?: string): Promise<number> {
  names += 1
  const id = await insert(
    `insert into streamers (display_name, name_key, created_at)
      values ('Streamer ${names}', 'streamer ${names}', 0)`,
  )
  if (channel) {
    await database.query(`insert into streaming_accounts
      (streamer_id, platform, name, name_key, created_at)
      values (${id}, 'twitch', '${channel}', lower('${channel}'), 0)`)
  }
  return id
}

async function addGame(): Promise<number> {
  names += 1
  return insert(`insert into games (slug, name, name_key, created_at)
    values ('game-${names}', 'Game ${names}', 'game ${names}', 0)`)
}

async function addGroup(): Promise<number> {
  names += 1
  return insert(`insert into event_groups (slug, name, name_key, created_at)
    values ('group-${names}', 'Group ${names}', 'group ${names}', 0)`)
}

type Six = [number, number, number, number, number, number, ...number[]]
/** Their ids, in order; whoever asks for fewer than six looks at no more. */
async function addPeople(count: number): Promise<Six> {
  const people = await database.query<{ id: number }>(`insert into users
      (username, username_key, interface_language, created_at)
    select 'p' || value, 'p' || value, 'en', 0 from generate_series(${names * 1000}, ${names * 1000 + count - 1})
    returning id`)
  names += 1
  return people.map(({ id }) => id) as Six
}

async function follow(kind: 'streamer' | 'game' | 'group', id: number, people: readonly number[]) {
  await database.query(`insert into ${kind}_follows (${kind}_id, user_id, created_at)
    select ${id}, value, 0 from json_each('${JSON.stringify(people)}')`)
}

async function takePart(eventId: number, streamerId: number, position = 0) {
  await database.query(`insert into event_participants (event_id, position, streamer_id, display_name)
    values (${eventId}, ${position}, ${streamerId}, 'Somebody')`)
}

async function announceNew(eventId: EventId, key = `new_event:${eventId}`): Promise<void> {
  const fact = { kind: 'new_event_followed', key, eventId, payload: {}, deadlineAt: start } as const
  await write(ctxAt(now), [insertBroadcast(ctxAt(now), fact)])
  batches = []
}

/** Works off an event's notices with all that follow from it. */
async function workOff(eventId: number, at = now): Promise<void> {
  asked = [{ type: 'fan_out_broadcasts', eventId }]
  for (let message = asked.shift(); message !== undefined; message = asked.shift()) {
    if (message.type === 'fan_out_broadcasts') await fanOutBroadcasts(ctxAt(at), message)
  }
}

type Sent = { userId: number; payload: string }

async function findSent(eventId: number, channel = 'in_app'): Promise<Sent[]> {
  return database.query<Sent>(`select user_id as userId, payload from deliveries
    where event_id = ${eventId} and channel = '${channel}' order by id`)
}
const whoWasTold = async (eventId: number) =>
  (await findSent(eventId)).map(({ userId }) => userId).toSorted((a, b) => a - b)

describe('a new event', () => {
  test('is told once to each who follows its channel’s streamer, a participant or its game', async () => {
    const gameId = await addGame()
    const { id, channel } = await addEvent({ gameId })
    const [host, guest] = [await addStreamer(channel), await addStreamer()]
    await takePart(id, guest)
    const [all, ofHost, ofGuest, ofGame, ofNone] = await addPeople(5)
    await follow('streamer', host, [all, ofHost])
    await follow('streamer', guest, [all, ofGuest])
    await follow('game', gameId, [all, ofGame])
    await announceNew(id)
    await workOff(id)
    await workOff(id)
    expect(await whoWasTold(id)).toEqual([all, ofHost, ofGuest, ofGame])
    expect(await whoWasTold(id)).not.toContain(ofNone)
  })

  test('says whom or what the reader follows of it', async () => {
    const gameId = await addGame()
    const groupId = await addGroup()
    const { id, channel } = await addEvent({ gameId, groupId })
    const host = await addStreamer(channel)
    const [ofHost, ofGame, ofGroup] = await addPeople(3)
    await follow('streamer', host, [ofHost])
    await follow('game', gameId, [ofGame])
    await follow('group', groupId, [ofGroup])
    await announceNew(id)
    await workOff(id)
    const payloads = (await findSent(id)).map(({ payload }) => JSON.parse(payload) as object)
    expect(payloads).toEqual([
      {
        streamer: expect.stringMatching(/^Streamer/) as string,
        game: null,
        group: null,
        dates: null,
      },
      { streamer: null, game: expect.stringMatching(/^Game/) as string, group: null, dates: null },
      { streamer: null, game: null, group: expect.stringMatching(/^Group/) as string, dates: null },
    ])
  })

  test('is told with others that came at once, in one message or one digest', async () => {
    const host = await addStreamer()
    const ids = (await Promise.all([addEvent(), addEvent(), addEvent()])).map(({ id }) => id)
    for (const id of ids) {
      await takePart(id, host)
      await announceNew(id)
    }
    const [single, digested] = await addPeople(2)
    await follow('streamer', host, [single, digested])
    await database.query(`update users set digest = 'daily' where id = ${digested}`)
    await publishEventsTogether(ctxAt(now), ids)
    for (const id of ids) await workOff(id)
    expect(await database.query('select user_id, event_id, payload from deliveries')).toEqual([
      { user_id: single, event_id: ids[2], payload: JSON.stringify({ events: ids, more: 0 }) },
    ])
    const items = 'select user_id, event_id from digest_items order by event_id'
    expect(await database.query(items)).toEqual(
      ids.map((event_id) => ({ user_id: digested, event_id })),
    )
    for (const id of ids) await announceNew(id)
    for (const id of ids) await workOff(id)
    expect(await database.query('select id from deliveries')).toHaveLength(1)
  })

  test('is not told to who muted all of it that they follow, the banned, the inactive or its proposer', async () => {
    const gameId = await addGame()
    const [muted, half, banned, inactive, proposerId, other] = await addPeople(6)
    const { id, channel } = await addEvent({ gameId, proposerId })
    const host = await addStreamer(channel)
    await follow('streamer', host, [muted, half, banned, inactive, proposerId, other])
    await follow('game', gameId, [muted, half])
    await database.query(
      `update streamer_follows set is_notified = 0 where user_id in (${muted}, ${half})`,
    )
    await database.query(`update game_follows set is_notified = 0 where user_id = ${muted}`)
    await database.query(`update users set is_soft_banned = 1 where id = ${banned}`)
    await database.query(`update users set is_active = 0 where id = ${inactive}`)
    await announceNew(id)
    await workOff(id)
    expect(await whoWasTold(id)).toEqual([half, other])
  })

  test('reaches page after page of followers, each page by few queries', async () => {
    const gameId = await addGame()
    const { id, channel } = await addEvent({ gameId })
    const host = await addStreamer(channel)
    const people = await addPeople(1300)
    await follow(
      'streamer',
      host,
      people.filter((_, index) => index % 3 !== 0),
    )
    await follow(
      'game',
      gameId,
      people.filter((_, index) => index % 2 === 0),
    )
    const followers = people.filter((_, index) => index % 3 !== 0 || index % 2 === 0)
    await announceNew(id)
    await workOff(id)
    expect(await whoWasTold(id)).toEqual(followers)
    const pages = Math.floor(followers.length / 500) + 1
    expect(batches.length).toBe(2 * pages)
    expect(batches.flat().length).toBe(4 * pages)
  })

  test('goes on where it stopped, whatever messages are lost, repeated or late', async () => {
    const { id, channel } = await addEvent()
    const people = await addPeople(1200)
    await follow('streamer', await addStreamer(channel), people)
    await announceNew(id)
    const message = { type: 'fan_out_broadcasts', eventId: id } as const
    await fanOutBroadcasts(ctxAt(now), message)
    expect(await whoWasTold(id)).toEqual(people.slice(0, 500))
    await Promise.all([
      fanOutBroadcasts(ctxAt(now), message),
      fanOutBroadcasts(ctxAt(now), message),
    ])
    await workOff(id, now + minute)
    expect(await whoWasTold(id)).toEqual(people)
    asked = []
    await fanOutBroadcasts(ctxAt(now + day), message)
    expect(asked).toEqual([])
    expect(await whoWasTold(id)).toEqual(people)
  })
})

async function waiting(at: number): Promise<number[]> {
  const ctx = ctxAt(at)
  const columns = { kind: sql<string>`kind`, id: sql<EventId>`id` }
  const [found] = await read(ctx, [
    queryRows(columns, selectDueBroadcasts(at, at - 5 * minute, 5000)),
  ])
  return found.map(({ id }) => id)
}

describe('what nobody works off', () => {
  test('is taken up by the minute job once it was left alone for five minutes', async () => {
    const { id } = await addEvent()
    await announceNew(id)
    expect(await waiting(now + minute)).not.toContain(id)
    expect(await waiting(now + 6 * minute)).toContain(id)
    await workOff(id, now + 6 * minute)
    expect(await waiting(now + 12 * minute)).not.toContain(id)
  })

  test('waits while the event is off the agenda, and is forgotten at its start', async () => {
    const { id, channel } = await addEvent()
    await follow('streamer', await addStreamer(channel), await addPeople(1))
    await announceNew(id)
    await database.query(`update events set status = 'disabled' where id = ${id}`)
    await workOff(id)
    expect(await waiting(now + 6 * minute)).not.toContain(id)
    expect(await waiting(start)).toContain(id)
    await workOff(id, start)
    expect(await waiting(start + day)).not.toContain(id)
    expect(await findSent(id)).toEqual([])
    expect(await database.query(`select 1 from notice_fanouts where event_id = ${id}`)).toEqual([])
  })

  test('takes the later deadline of being announced again', async () => {
    const { id, channel } = await addEvent()
    const people = await addPeople(1)
    await follow('streamer', await addStreamer(channel), people)
    await announceNew(id)
    await database.query(`update events set start_at = ${start + day}, end_at = ${start + 2 * day}
      where id = ${id}`)
    const later = { kind: 'new_event_followed', key: `new_event:${id}`, eventId: id } as const
    const ctx = ctxAt(now)
    await write(ctx, [insertBroadcast(ctx, { ...later, payload: {}, deadlineAt: start + day })])
    await workOff(id, start)
    expect(await whoWasTold(id)).toEqual(people)
  })
})

test('a reminder with more than a page of people reaches all, and ends', async () => {
  const { id } = await addEvent()
  const people = await addPeople(1100)
  await database.query(`insert into hypes (event_id, user_id, created_at)
    select ${id}, value, 0 from json_each('${JSON.stringify(people)}')`)
  const at = start - day
  asked = [{ type: 'fan_out_reminders', eventId: id, hours: 24, startAt: start, after: 0 }]
  for (let message = asked.shift(); message !== undefined; message = asked.shift()) {
    if (message.type === 'fan_out_reminders') await fanOutReminders(ctxAt(at), message)
  }
  expect(await whoWasTold(id)).toEqual(people)
  expect(batches.flat().length).toBe(2 * 3)
})

/** All that may be walked is what these queries made themselves: `x` and `page`, a few rows each. */
const isTable = /^SCAN (?:[a-wyz]|hypes|users|events|games|streamers|\w+_\w+)(?: USING .*)?$/

test('writing a page reads no table whole, whoever it goes to', async () => {
  const gameId = await addGame()
  const { id } = await addEvent({ gameId })
  for (const kind of ['new_event_followed', 'event_changed', 'event_cancelled'] as const) {
    const payload = sql`json_object('start', e.start_at)`
    const fact = { kind, key: `${kind}:${id}`, eventId: id, payload, deadlineAt: start } as const
    await write(ctxAt(now), [insertBroadcast(ctxAt(now), fact)])
  }
  batches = []
  await workOff(id)
  await database.query(`update events set cancelled_at = 1 where id = ${id}`)
  await workOff(id)
  await waiting(now + 6 * minute)
  const plans = await Promise.all(batches.flat().map((one) => planOf(database.db, one)))
  expect(plans.length).toBe(1 + 2 * 2 + 1 + 1 + 2 + 1)
  expect(plans.flat().filter((step) => isTable.test(step))).toEqual([])
})
