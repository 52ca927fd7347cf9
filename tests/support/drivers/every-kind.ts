import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { batch } from '#worker/db/client.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { insert } from '#worker/db/writes.ts'
import type { Ctx, System } from '#worker/context.ts'
import type { DeliveryId, EventId, UserId } from '#worker/contracts/ids.ts'
import type { PushMessage } from '#worker/integrations/web-push/push-sender.ts'
import { encrypt } from '#worker/auth/crypto.ts'
import {
  type DeliveryKind,
  notificationKinds,
  NotificationKind,
  type NotificationPayloads,
} from '#worker/features/notifications/kinds.ts'
import { insertNotificationDeliveries, type NotificationInput } from '#worker/outbox/notify.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { sampleOf } from '#tests/support/factories/sample-of.ts'
import { day, hour } from './durations.ts'
import { startOutbox, type Account, type Outbox } from './delivery-harness.ts'

const eventId = 1 as EventId

type Written = { id: DeliveryId; channel: string; status: string; reason: string }

/** One member with every channel, and one notification of each kind about one event. */
export type EveryKind = {
  outbox: Outbox
  reader: Account
  eventId: EventId
  /** Pushes since the last `begin`. */
  pushes: PushMessage[]
  context: () => Ctx<System>
  /** A member who hypes and follows all there is to an event of tonight; nothing was sent. */
  begin: () => Promise<void>
  write: (kind: DeliveryKind, payload?: object) => Promise<void>
  written: () => Promise<Written[]>
  close: () => Promise<void>
}

/** Writes that a kind presupposes. */
const facts: Partial<Record<DeliveryKind, string>> = {
  event_cancelled: 'update events set cancelled_at = 1',
  campaign: `insert into marketing_consents (user_id, at, is_given, way, text)
    select id, 1, 1, 'switch', 'News' from users`,
  participant_named:
    'insert into event_participants (event_id, position, streamer_id, display_name) select 1, 0, id, display_name from streamers',
}

export async function startEveryKind(now: number): Promise<EveryKind> {
  const start = now + 12 * hour
  /** Where a value of the schema is not yet one of the facts. */
  const payloads: Partial<Record<DeliveryKind, object>> = {
    event_changed: { old: start - day, start, certainty: 'exact' },
    achievement: { achievement: 'first_hype' },
  } satisfies Partial<NotificationPayloads>
  const outbox = await startOutbox(now)
  const reader = await outbox.addPerson('reader', { webhook: 'reader/first' })
  const pushes: PushMessage[] = []

  function context(): Ctx<System> {
    const push = {
      send: (_device: unknown, message: PushMessage) => {
        pushes.push(message)
        return Promise.resolve({ kind: 'sent' } as const)
      },
    }
    return { ...outbox.contextFor({ kind: 'system' }), push }
  }

  async function begin(): Promise<void> {
    pushes.length = 0
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
    await createEvent(outbox, {
      id: eventId,
      slug: 'show',
      name: 'Show',
      startAt: start,
      gameId: 1,
    })
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
  }

  async function write(kind: DeliveryKind, given?: object): Promise<void> {
    const payload = given ?? payloads[kind] ?? sampleOf(notificationKinds[kind].payload)
    if (!v.is(notificationKinds[kind].payload, payload)) throw new Error(`no payload of ${kind}`)
    await outbox.database.query(facts[kind] ?? 'select 1')
    const ctx = context()
    if (v.is(NotificationKind, kind)) {
      const users = sql`select ${reader.userId}`
      const deadlineAt = notificationKinds[kind].besideEvent === 'never' ? null : start
      const input = { kind, key: kind, users, eventId, payload, deadlineAt } as NotificationInput
      await batch(ctx.db, 'write', [insertNotificationDeliveries(ctx, input)])
      return
    }
    const channels = notificationKinds[kind].defaultChannels
    const rows = channels.map((channel) =>
      insert(deliveries, {
        key: kind,
        userId: reader.userId as UserId,
        channel,
        kind,
        payload: payload as Record<string, unknown>,
        status: channel === 'in_app' ? 'sent' : 'pending',
        nextAt: now,
        sentAt: channel === 'in_app' ? now : null,
        createdAt: now,
      }),
    )
    await batch(ctx.db, 'write', rows)
  }

  return {
    outbox,
    reader,
    eventId,
    pushes,
    context,
    begin,
    write,
    written: () =>
      outbox.database.query<Written>(
        'select id, channel, status, reason from deliveries order by channel',
      ),
    close: () => outbox.close(),
  }
}
