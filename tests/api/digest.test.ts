import { beforeEach, describe, expect } from 'vitest'
import { write } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import type { DigestFrequency } from '#worker/features/notifications/contract.ts'
import { textOfPost } from '#tests/support/fakes/fake-discord.ts'
import {
  rescheduleNotificationsForTimeZone,
  setDigest,
} from '#worker/features/notifications/preferences/digest-schedule.ts'
import { setQuietHours } from '#worker/features/notifications/preferences/quiet-hours.ts'
import {
  deleteStartedDigestItems,
  sendDigests,
} from '#worker/features/notifications/fan-out/digests.ts'
import { listNotifications } from '#worker/features/notifications/inbox.ts'
import { announceNewEvent } from '#worker/features/notifications/fan-out/broadcasts.ts'
import { sql } from 'drizzle-orm'
import { day, hour, minute, second } from '#tests/support/drivers/durations.ts'
import { asMember, type Account } from '#tests/support/drivers/delivery-harness.ts'
import { outbox, testAt } from '#tests/support/fixtures/outbox.ts'
import { plansOf } from '#tests/support/drivers/query-plans.ts'
import { createEvent } from '#tests/support/factories/events.ts'

let fan: Account
/** Noon of a Wednesday, and eight the next morning, by the reader’s clock. */
let noon = Date.UTC(2027, 0, 6, 12)
let eight: number
let names = 0
const test = testAt(noon)
/** Somebody with a daily digest who follows a game. */
beforeEach(async () => {
  noon += 7 * day
  await outbox.startAfresh(noon, ['users', 'events', 'games'])
  await outbox.database.query(`insert into games (id, slug, name, name_key, created_at)
    values (1, 'game', 'Game', 'game', 0)`)
  eight = noon + 20 * hour
  names += 1
  fan = await outbox.addPerson(`fan${names}`, { webhook: `${names}/token` })
  await outbox.database.query(`update users set timezone_name = 'UTC'`)
  await follow()
  await choose('daily')
})

const asFan = () => outbox.contextFor(asMember(fan, 'member'))
const choose = (digest: DigestFrequency) => setDigest(asFan(), { digest })
const unfollow = () => outbox.database.query('delete from game_follows')
function follow(account = fan) {
  return outbox.database.query(`insert into game_follows (user_id, game_id, created_at)
    values (${account.userId}, 1, 0)`)
}

/** A new event on the game, told to whoever is to hear of it. */
async function publish(name: string, startAt = noon + 30 * day): Promise<EventId> {
  const event = { name, slug: `${name}-${names}`, startAt, gameId: 1, approvedAt: null }
  const { id } = await createEvent(outbox, event)
  const ctx = outbox.contextFor({ kind: 'system' })
  await write(ctx, [announceNewEvent(ctx, id, sql`true`)])
  outbox.queue.push({ type: 'fan_out_broadcasts', eventId: id })
  await outbox.drain()
  return id
}
const setEvent = (id: EventId, change: string) =>
  outbox.database.query(`update events set ${change} where id = ${id}`)

async function minuteAt(at: number, times = 1): Promise<void> {
  outbox.now = at
  await outbox.minute(times)
}

const mails = () => outbox.mail.taken().map(({ body }) => String(body['subject']))
const lastMail = () => outbox.mail.taken().at(-1)?.body ?? {}
const bell = async () => (await listNotifications(asFan(), { limit: 20, cursor: undefined })).items

describe('a daily digest', () => {
  test('tells of all new events together at eight, on the channels that singles would take', async () => {
    for (const name of ['Alpha', 'Beta']) await publish(name)
    outbox.now += hour
    await publish('Gamma')
    await minuteAt(eight - minute)
    expect([mails(), await bell()]).toEqual([[], []])
    await minuteAt(eight)
    expect(mails()).toEqual(['3 new events on the agenda'])
    const { text, html, headers } = lastMail()
    for (const name of ['Alpha', 'Beta', 'Gamma']) {
      expect(text).toMatch(
        new RegExp(`\\n\\nFriday, February 12\\n[^]*12:00 PM · ${name} · \\w+ on Twitch\\n`),
      )
      expect(html).toContain(`https://hypecal.test/events/${name}-${names}"`)
    }
    expect(headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
    expect(await bell()).toMatchObject([
      { kind: 'new_event_followed', title: '3 new events on the agenda', path: '/events' },
    ])
    expect((await bell())[0]?.text).toMatch(/Alpha · .*\nBeta · .*\nGamma · /)
    expect(outbox.discord.arrivals).toEqual([])
  })

  test('goes to Discord where it is switched on, each event with its link', async () => {
    await outbox.database.query(`insert into notification_channels
      values (${fan.userId}, 'new_event_followed', 'discord', 1)`)
    await publish('Alpha')
    await publish('Beta')
    await minuteAt(eight)
    expect(outbox.discord.arrivals).toHaveLength(1)
    const { body } = outbox.discord.arrivals[0]!
    expect(textOfPost(body)).toContain(
      `- [Alpha](https://hypecal.test/events/Alpha-${names}) · <t:`,
    )
    expect(body['allowed_mentions']).toEqual({ parse: [] })
  })

  test('comes once a day, and not at all when nothing is new', async () => {
    await publish('Alpha')
    await minuteAt(eight)
    await minuteAt(eight + day)
    expect(mails()).toEqual(['New on the agenda: Alpha'])
    await publish('Beta')
    await minuteAt(eight + 2 * day)
    expect(mails()).toEqual(['New on the agenda: Alpha', 'New on the agenda: Beta'])
  })

  test('leaves out what is cancelled, off the agenda, begun or no longer followed', async () => {
    await setEvent(await publish('Cancelled'), 'cancelled_at = 1')
    await setEvent(await publish('Withdrawn'), `status = 'pending'`)
    await publish('Begun', eight)
    await publish('Standing')
    await minuteAt(eight)
    expect(mails()).toEqual(['New on the agenda: Standing'])
  })

  test('is not sent where nothing stands', async () => {
    await publish('Alpha')
    await unfollow()
    await minuteAt(eight)
    expect([mails(), await bell()]).toEqual([[], []])
  })

  test('tells later of what was off the agenda at eight', async () => {
    const id = await publish('Alpha')
    await setEvent(id, `status = 'pending'`)
    await minuteAt(eight)
    await setEvent(id, `status = 'approved'`)
    await minuteAt(eight + day)
    expect(mails()).toEqual(['New on the agenda: Alpha'])
  })

  test('names twenty events and counts the others', async () => {
    for (let index = 0; index < 23; index += 1) await publish(`Number${index}`)
    await minuteAt(eight)
    expect(mails()).toEqual(['23 new events on the agenda'])
    expect(lastMail()['text']).toContain('with 3 more on the agenda:')
    await minuteAt(eight + day)
    expect(mails()).toHaveLength(1)
  })

  test('says the same on each try, as its mail may have been taken the first time', async () => {
    const [first] = [await publish('First'), await publish('Second')]
    outbox.mail.faults = ['cut', { status: 500 }]
    await minuteAt(eight)
    await setEvent(first, `cancelled_at = 1, name = 'Renamed'`)
    await minuteAt(eight + minute)
    await minuteAt(eight + 6 * minute)
    const { arrivals } = outbox.mail
    expect(arrivals.map(({ key }) => key)).toEqual(Array(3).fill(arrivals[0]?.key))
    expect(new Set(arrivals.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(mails()).toEqual(['2 new events on the agenda'])
  })

  test('that was not tried yet names what stands by then', async () => {
    await setQuietHours(asFan(), { from: '07:00', to: '09:00' })
    const [gone] = [await publish('Gone'), await publish('Standing')]
    await setEvent(gone, `status = 'pending'`)
    await minuteAt(eight)
    await setEvent(gone, `status = 'approved'`)
    const late = await publish('Cancelled')
    await setEvent(late, 'cancelled_at = 1')
    await minuteAt(eight + hour)
    expect(mails()).toEqual(['New on the agenda: Standing'])
  })

  test('that could not be sent at once is not sent when nothing stands', async () => {
    const id = await publish('Gone')
    outbox.mail.faults = [{ status: 500 }]
    await minuteAt(eight)
    await setEvent(id, 'cancelled_at = 1')
    await minuteAt(eight + minute)
    expect(mails()).toEqual([])
    expect((await bell()).map(({ title }) => title)).toEqual([
      'These events are no longer on the agenda',
    ])
  })

  test('waits for quiet hours to end', async () => {
    await setQuietHours(asFan(), { from: '22:00', to: '09:30' })
    await publish('Alpha')
    await minuteAt(eight)
    await minuteAt(eight + hour)
    expect(mails()).toEqual([])
    await minuteAt(eight + 1.5 * hour)
    expect(mails()).toEqual(['New on the agenda: Alpha'])
  })
})

describe('exactly once', () => {
  test('however many jobs overlap and messages repeat', async () => {
    await publish('Alpha')
    outbox.now = eight
    const message = { type: 'send_digests', users: [fan.userId, fan.userId] } as const
    outbox.queue.push({ ...message, users: [...message.users] })
    await Promise.all([outbox.minute(3), outbox.drain(3), outbox.minute(2)])
    await minuteAt(eight + minute, 3)
    expect(mails()).toEqual(['New on the agenda: Alpha'])
    expect(await bell()).toHaveLength(1)
  })

  const stops = [1, 2, 3, 4, 5].flatMap((call) =>
    (['before', 'after'] as const).map((moment) => ({ call, moment })),
  )
  test.each(stops)('where a process stops $moment its database call $call', async (stop) => {
    await publish('Alpha')
    outbox.now = eight
    await outbox.stopAt(stop, () => outbox.minute(2))
    for (const later of [0, 1, 6, 7]) await minuteAt(eight + later * minute)
    await minuteAt(eight + day)
    expect(mails()).toEqual(['New on the agenda: Alpha'])
    expect(await bell()).toHaveLength(1)
  })

  test('where the job is days late', async () => {
    await publish('Alpha')
    await minuteAt(eight + 3 * day + 5 * hour)
    await publish('Beta')
    await minuteAt(eight + 4 * day)
    expect(mails()).toEqual(['New on the agenda: Alpha', 'New on the agenda: Beta'])
  })

  test('where a page of followers is written again after the digest went, or was switched off', async () => {
    const id = await publish('Alpha')
    const again = async () => {
      await outbox.database.query(`update notice_fanouts set done_at = null, after_user_id = 0`)
      outbox.queue.push({ type: 'fan_out_broadcasts', eventId: id })
      await outbox.drain(2)
    }
    await again()
    await minuteAt(eight)
    await again()
    await minuteAt(eight + day)
    await choose('off')
    await again()
    await minuteAt(eight + day + minute)
    expect(mails()).toEqual(['New on the agenda: Alpha'])
    expect(await bell()).toHaveLength(1)
  })

  test('where an event was pushed by itself before, and by nothing else', async () => {
    await choose('off')
    await outbox.database.query(`insert into notification_channels
      values (${fan.userId}, 'new_event_followed', 'push', 1),
        (${fan.userId}, 'new_event_followed', 'email', 0),
        (${fan.userId}, 'new_event_followed', 'in_app', 0)`)
    await outbox.database.query(`insert into push_subscriptions
      (user_id, endpoint, p256dh, auth, created_at, last_used_at)
      values (${fan.userId}, 'https://push.example/${names}', 'B', 'A', 0, 0)`)
    const id = await publish('Alpha')
    await choose('daily')
    await outbox.database.query(`update notice_fanouts set done_at = null, after_user_id = 0`)
    outbox.queue.push({ type: 'fan_out_broadcasts', eventId: id })
    await outbox.drain()
    expect(await outbox.database.query('select event_id from digest_items')).toEqual([])
  })

  test('where a digest is chosen after an event was told of by itself', async () => {
    await choose('off')
    const id = await publish('Alpha')
    expect(mails()).toEqual(['New on the agenda: Alpha'])
    await choose('daily')
    await outbox.database.query(`update notice_fanouts set done_at = null, after_user_id = 0`)
    outbox.queue.push({ type: 'fan_out_broadcasts', eventId: id })
    await outbox.drain()
    await minuteAt(eight)
    expect(mails()).toHaveLength(1)
  })
})

describe('the choice', () => {
  test('of a week brings the digest on Monday', async () => {
    await choose('weekly')
    await publish('Alpha')
    for (const days of [0, 1, 2, 3]) await minuteAt(eight + days * day)
    expect(mails()).toEqual([])
    await minuteAt(eight + 4 * day)
    expect(new Date(outbox.now).getUTCDay()).toBe(1)
    expect(mails()).toEqual(['New on the agenda: Alpha'])
  })

  test('of none tells at once of what waited, and then of each by itself', async () => {
    await publish('Alpha')
    await choose('off')
    await minuteAt(noon + minute)
    expect(mails()).toEqual(['New on the agenda: Alpha'])
    await publish('Beta')
    expect(mails()).toEqual(['New on the agenda: Alpha', 'New on the agenda: Beta'])
    await minuteAt(eight)
    expect(mails()).toHaveLength(2)
  })

  test.each(['daily', 'weekly', 'off'] as const)(
    'of %s, or of another zone, takes nothing from one that is due',
    async (digest) => {
      await publish('Alpha')
      outbox.now = eight + second
      await choose(digest)
      const ctx = asFan()
      await write(ctx, rescheduleNotificationsForTimeZone(ctx, 'Asia/Tokyo'))
      await minuteAt(eight + minute)
      expect(mails()).toEqual(['New on the agenda: Alpha'])
    },
  )

  test('that is made while another is acted on is not lost', async () => {
    await publish('Alpha')
    await choose('off')
    const ctx = outbox.contextFor({ kind: 'system' })
    const { send } = ctx.db
    let calls = 0
    ctx.db.send = async (queries, mode) => {
      const found = await send(queries, mode)
      calls += 1
      if (calls === 1) await choose('daily')
      return found
    }
    await sendDigests(ctx, { type: 'send_digests', users: [fan.userId] })
    await minuteAt(noon + minute)
    await publish('Beta')
    await minuteAt(eight)
    expect(mails()).toEqual(['New on the agenda: Alpha', 'New on the agenda: Beta'])
  })

  test('of another zone brings it at eight there', async () => {
    await publish('Alpha')
    const ctx = asFan()
    await write(ctx, rescheduleNotificationsForTimeZone(ctx, 'Africa/Johannesburg'))
    await outbox.database.query(`update users set timezone_name = 'Africa/Johannesburg'`)
    // Two hours ahead.
    await minuteAt(eight - 2 * hour - minute)
    expect(mails()).toEqual([])
    await minuteAt(eight - 2 * hour)
    expect(mails()).toEqual(['New on the agenda: Alpha'])
  })
})

test('are told to as many as there are in one run of the minute job', async () => {
  await outbox.database.query(`with recursive n (i) as (select 1 union all select i + 1 from n
      where i < 4200)
    insert into users (username, username_key, digest, digest_next_at, timezone_name, created_at)
    select 'many' || i || '-${names}', 'many' || i || '-${names}', 'daily', ${eight}, 'UTC', 0 from n`)
  await minuteAt(eight)
  const left = await outbox.database.query(`select id from users where digest_next_at <= ${eight}`)
  expect(left).toEqual([])
})

test('what a digest told of is forgotten once it begins, whatever became of the digest', async () => {
  const [begun] = [await publish('Begun', eight + hour), await publish('Coming')]
  await minuteAt(eight)
  await choose('off')
  outbox.now = eight + hour
  await deleteStartedDigestItems(outbox.contextFor({ kind: 'system' }))
  const left = await outbox.database.query<{ id: number }>(
    'select event_id as id from digest_items',
  )
  expect(left).toHaveLength(1)
  expect(left).not.toContainEqual({ id: begun })
})

test('others hear of each event at once', async () => {
  const other = await outbox.addPerson(`other${names}`)
  await follow(other)
  await publish('Alpha')
  expect(outbox.mail.taken().map(({ body }) => body['to'])).toEqual([[`other${names}@example.com`]])
})

test('who was deactivated or banned hears of it once they are back', async () => {
  await publish('Alpha')
  await outbox.database.query('update users set is_active = 0')
  await minuteAt(eight)
  await outbox.database.query('update users set is_active = 1, is_soft_banned = 1')
  await minuteAt(eight + day)
  expect(mails()).toEqual([])
  await outbox.database.query('update users set is_soft_banned = 0')
  await minuteAt(eight + 2 * day)
  expect(mails()).toEqual(['New on the agenda: Alpha'])
})

/** All that may be walked is what these queries made themselves: `x`, `p` and `c`, a few rows each. */
const isTable = /^SCAN (?:u|e|i|n|d|w|users|events|deliveries|\w+_\w+)(?: USING .*)?$/

test('finding and writing digests reads no table whole, and looks up its events', async () => {
  await publish('Alpha')
  outbox.now = eight
  const ctx = outbox.contextFor({ kind: 'system' })
  const plans = await plansOf(outbox.database.db, async (db) => {
    await sendDigests({ ...ctx, db }, { type: 'send_digests', users: [fan.userId] })
    await deleteStartedDigestItems({ ...ctx, db })
  })
  expect(plans.length).toBe(5)
  const steps = plans.flat()
  expect(steps.filter((step) => isTable.test(step))).toEqual([])
  const ofEvents = steps.filter((step) => /^(?:SCAN|SEARCH) e /.test(step))
  expect(new Set(ofEvents)).toEqual(new Set(['SEARCH e USING INTEGER PRIMARY KEY (rowid=?)']))
})
