import { globSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { batch } from '#worker/db/client.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { queryRows } from '#worker/db/statement.ts'
import { insert } from '#worker/db/writes.ts'
import type { DeliveryId, EventId, UserId } from '#worker/contracts/ids.ts'
import type { PushMessage } from '#worker/integrations/web-push/push-sender.ts'
import { encrypt } from '#worker/auth/crypto.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import {
  asMember,
  startOutbox,
  type Account,
  type Outbox,
} from '#tests/support/drivers/delivery-harness.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { sampleOf } from '#tests/support/factories/sample-of.ts'
import { deliver } from './delivery/deliver.ts'
import { selectRecipients } from './fan-out/recipients.ts'
import { listNotifications } from './inbox.ts'
import {
  broadcastKinds,
  DeliveryKind,
  notificationKinds,
  NotificationKind,
  type NotificationPayloads,
} from './kinds.ts'
import { notify, type NotificationInput } from './outbox/notify.ts'

const now = Date.UTC(2027, 2, 1, 12)
const start = now + 12 * hour
const eventId = 1 as EventId

/** Where a value of the schema is not yet one of the facts below. */
const payloads: Partial<NotificationPayloads> = {
  event_changed: { old: start - day, start, certainty: 'exact' },
  achievement: { achievement: 'first_hype' },
}

/** What has to have happened. */
const facts: Partial<Record<DeliveryKind, string>> = {
  event_cancelled: 'update events set cancelled_at = 1',
  campaign: `insert into marketing_consents (user_id, at, is_given, way, text)
    select id, 1, 1, 'switch', 'News' from users`,
  participant_named:
    'insert into event_participants (event_id, position, streamer_id, display_name) select 1, 0, id, display_name from streamers',
}

let outbox: Outbox
let reader: Account
let pushes: PushMessage[]
beforeAll(async () => {
  outbox = await startOutbox(now)
  reader = await outbox.addPerson('reader', { webhook: 'reader/first' })
})
afterAll(() => outbox.close())
/** A member with every channel, who hypes and follows all there is to an event of tonight. */
beforeEach(async () => {
  pushes = []
  for (const upstream of [outbox.mail, outbox.discord]) upstream.arrivals.length = 0
  const { query } = outbox.database
  for (const table of ['deliveries', 'events', 'games', 'campaigns', 'push_subscriptions']) {
    await query(`delete from ${table}`)
  }
  const auth = encrypt(outbox.contextFor({ kind: 'system' }).config.ENCRYPTION_KEY, 'auth')
  await query(`insert into push_subscriptions
      (user_id, session_id, endpoint, p256dh, auth, created_at, last_used_at)
    values (${reader.userId}, ${reader.sessionId}, 'https://push.test/1', 'key', '${auth}', 0, 0)`)
  await query(
    `insert into games (id, slug, name, name_key, created_at) values (1, 'g', 'G', 'g', 0)`,
  )
  await query(
    `insert into game_follows (user_id, game_id, created_at) values (${reader.userId}, 1, 0)`,
  )
  await createEvent(outbox, { id: eventId, slug: 'show', name: 'Show', startAt: start, gameId: 1 })
  await query(`insert into hypes (event_id, user_id, created_at) values (1, ${reader.userId}, 0)`)
  await query(`insert into campaigns (id, name, status, texts, languages, falls_back_to_english,
      audience, created_at, updated_at)
    values (1, 'Spring', 'sending', '{"en":{"subject":"Spring","markdown":"Hi"}}', '["en"]', 0,
      '{"languages":[],"streamer_ids":[],"game_ids":[]}', 0, 0)`)
  await query('update users set is_marketing = 1')
  await query('delete from streamers')
  await query(`insert into streamers (id, display_name, name_key, user_id, created_at)
    values (1, 'Reader', 'reader', ${reader.userId}, 0)`)
  await query(`insert into streaming_accounts (streamer_id, platform, name, name_key, verified_at,
      created_at)
    values (1, 'twitch', 'reader', 'reader', 1, 0)`)
})

function context() {
  const push = {
    send: (_device: unknown, message: PushMessage) => {
      pushes.push(message)
      return Promise.resolve({ kind: 'sent' } as const)
    },
  }
  return { ...outbox.contextFor({ kind: 'system' }), push }
}

function payloadOf(kind: DeliveryKind): object {
  const given: Partial<Record<DeliveryKind, object>> = payloads
  return given[kind] ?? sampleOf(notificationKinds[kind].payload)
}

async function write(kind: DeliveryKind): Promise<void> {
  const payload = payloadOf(kind)
  expect(v.is(notificationKinds[kind].payload, payload)).toBe(true)
  const ctx = context()
  if (v.is(NotificationKind, kind)) {
    const users = sql`select ${reader.userId}`
    const deadlineAt = notificationKinds[kind].besideEvent === 'never' ? null : start
    const input = { kind, key: kind, users, eventId, payload, deadlineAt } as NotificationInput
    await batch(ctx.db, 'write', [notify(ctx, input)])
    return
  }
  await batch(ctx.db, 'write', [
    insert(deliveries, {
      key: kind,
      userId: reader.userId as UserId,
      channel: 'email',
      kind,
      payload: payload as Record<string, unknown>,
      status: 'pending',
      nextAt: now,
      createdAt: now,
    }),
  ])
}

function written() {
  return outbox.database.query<{ id: DeliveryId; channel: string; status: string; reason: string }>(
    'select id, channel, status, reason from deliveries order by channel',
  )
}

describe.each(DeliveryKind.options)('%s', (kind) => {
  const channels = notificationKinds[kind].defaultChannels

  test('is written for each channel that is on by default, and arrives by each', async () => {
    await outbox.database.query(facts[kind] ?? 'select 1')
    await write(kind)
    const ids = (await written()).map(({ id }) => id)
    await deliver(context(), { type: 'deliver', ids })
    expect(await written()).toMatchObject(
      channels.toSorted().map((channel) => ({ channel, status: 'sent', reason: null })),
    )
    const count = (channel: (typeof channels)[number]) => Number(channels.includes(channel))
    const mails = outbox.mail.taken()
    expect(mails).toHaveLength(count('email'))
    for (const { body } of mails) {
      expect(body['to']).toEqual(['reader@example.com'])
      expect(body['subject']).toMatch(/\S/)
      expect(body['text']).toMatch(/\S/)
    }
    expect(outbox.discord.taken()).toHaveLength(count('discord'))
    for (const { body } of outbox.discord.taken()) expect(body['content']).toMatch(/\S/)
    expect(pushes.map(({ notification }) => notification.title)).toEqual(
      channels.includes('push') ? [expect.stringMatching(/\S/)] : [],
    )
    const bell = await listNotifications(outbox.contextFor(asMember(reader)), { limit: 10 })
    expect(bell.items).toMatchObject(
      channels.includes('in_app') ? [{ kind, title: expect.stringMatching(/\S/) as string }] : [],
    )
  })
})

test.each(NotificationKind.options)('%s is sent by something', (kind) => {
  const sources = globSync('worker/**/*.ts', { exclude: ['**/*.test.ts'] })
  const sends = new RegExp(
    `\\b(?:notify|insertBroadcast|notifyRecipientPage)\\([^;]{0,300}?kind: '${kind}'`,
    's',
  )
  expect(sources.some((path) => sends.test(readFileSync(path, 'utf8')))).toBe(true)
})

test.each(broadcastKinds)('%s is announced to its recipients', async (kind) => {
  const { db } = outbox.database
  const recipients = selectRecipients(kind, { eventId, after: 0 }, sql`true`)
  const [found] = await batch(db, 'read', [queryRows({ userId: sql<UserId>`user_id` }, recipients)])
  expect(found).toEqual([{ userId: reader.userId }])
})
