import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { DeliveryId, EventId, PushSubscriptionId, UserId } from '#worker/contracts/ids.ts'
import {
  DeliveryStatusReason,
  type MailProblemReason,
} from '#worker/features/notifications/contract.ts'
import {
  AccountMailKind,
  type BroadcastKind,
  type DeliveryKind,
  type SwitchableKind,
  type DeliveryChannel,
} from '#worker/features/notifications/kinds.ts'
import { batchRetryPriority } from '#worker/contracts/delivery-lanes.ts'
import { urgentReminderCodes } from '#worker/contracts/reminder-marks.ts'
import { failedClass, latenessBounds, unknownClass } from '#worker/contracts/lateness.ts'
import { events } from './events.ts'
import { sessions, users } from './accounts.ts'
import { unversionedTable } from './versioned.ts'
import { linkedId, notNullIndex, ownerId } from './parts.ts'

/** Sent in this order; 0: by no channel that there is, to be ended at once. */
export const deliveryPriorities = [0, 1, 2, 3, 4, 5, 6] as const

/** Account mail that somebody waits for; what nobody asked for may wait. */
const accountMailKinds = AccountMailKind.options
  .filter((kind) => kind !== 'confirm_marketing' && kind !== 'inactive_account')
  .map((kind) => `'${kind}'`)
  .join(', ')

/** Computed from the row, so that whoever writes one need not know. */
const priorityOfRow = sql.raw(`case
    when channel not in ('email', 'discord', 'push', 'in_app') then 0
    when batch is not null then ${batchRetryPriority}
    when kind in (${accountMailKinds}) then 1
    when kind = 'reminder' then iif(iif(json_valid(payload), payload ->> 'hours', null)
      in (${urgentReminderCodes.join(', ')}), 2, 4)
    when kind in ('event_changed', 'event_cancelled') then 3
    when kind in ('campaign', 'service_notice') then 6
    else 5 end`)

const passedBounds = latenessBounds.map(
  (bound) => `(sent_at - coalesce(due_at, created_at) >= ${bound})`,
)
/** Null without an outcome that counts. */
const latenessClassOfRow = sql.raw(`case when channel = 'in_app' then null
    when status = 'sent' then ${passedBounds.join(' + ')}
    when status = 'unknown' then ${unknownClass}
    when status = 'dead' then ${failedClass} end`)

/** The outbox. In-app rows are inserted as `sent` and make up the bell's list. */
export const deliveries = unversionedTable(
  'deliveries',
  {
    id: integer('id').$type<DeliveryId>().primaryKey({ autoIncrement: true }),
    /** Identifies the notification, for instance `reminder:12:24:1790000000000`. */
    key: text('key').notNull(),
    userId: ownerId('user_id', () => users.id),
    channel: text('channel', { enum: ['email', 'discord', 'in_app', 'push'] }).notNull(),
    kind: text('kind').$type<DeliveryKind>().notNull(),
    eventId: integer('event_id')
      .$type<EventId>()
      .references(() => events.id, { onDelete: 'cascade' }),
    payload: text('payload', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    status: text('status', {
      enum: ['pending', 'claimed', 'sent', 'stopped', 'dead', 'unknown'],
    }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAt: integer('next_at').notNull(),
    /** Exclusive latest time to send (the event's start). */
    deadlineAt: integer('deadline_at'),
    claimedAt: integer('claimed_at'),
    claim: text('claim'),
    /** Promised time, where it is another than that of creation: the mark of a reminder, the end of quiet hours. */
    dueAt: integer('due_at'),
    /** When the last call to the service began; `sentAt`: when it accepted. */
    handedAt: integer('handed_at'),
    sentAt: integer('sent_at'),
    /** In the bell; of a push, when the device said that it showed it. */
    readAt: integer('read_at'),
    reason: text('reason', { enum: DeliveryStatusReason.options }),
    error: text('error'),
    createdAt: integer('created_at').notNull(),
    /** Stays after the device is removed: ids are never reused. */
    subscriptionId: integer('subscription_id').$type<PushSubscriptionId>(),
    /** The service that a mail was handed to, where it is not the first; written before the call. */
    provider: text('provider', { enum: ['mail_2'] }),
    /** The mails that left in one call, in the order of their ids, while its outcome is unknown. */
    batch: text('batch'),
    latenessClass: integer('lateness_class').generatedAlwaysAs(latenessClassOfRow, {
      mode: 'virtual',
    }),
    priority: integer('priority').generatedAlwaysAs(priorityOfRow, { mode: 'virtual' }),
  },
  (table) => [
    uniqueIndex('deliveries_once').on(table.key, table.userId, table.channel),
    index('deliveries_due')
      .on(table.nextAt)
      .where(sql`${table.status} = 'pending'`),
    notNullIndex('deliveries_batch', table.batch),
    index('deliveries_queue')
      .on(table.priority, table.channel, table.nextAt)
      .where(sql`${table.status} = 'pending'`),
    index('deliveries_claimed')
      .on(table.claimedAt)
      .where(sql`${table.status} = 'claimed'`),
    index('deliveries_claim')
      .on(table.claim)
      .where(sql`${table.status} = 'claimed'`),
    index('deliveries_inbox').on(table.userId, table.channel, sql`${table.id} desc`),
    index('deliveries_unread')
      .on(table.userId)
      .where(sql`${table.channel} = 'in_app' and ${table.readAt} is null`),
    index('deliveries_shown')
      .on(table.readAt)
      .where(sql`${table.channel} = 'push' and ${table.readAt} is not null`),
    index('deliveries_event').on(table.eventId, table.userId),
    index('deliveries_dead')
      .on(table.nextAt, table.id, table.status, table.channel, table.kind)
      .where(sql`${table.status} in ('dead', 'unknown')`),
    /** Rows whose term ends. */
    index('deliveries_ended')
      .on(sql`(${table.channel} = 'in_app')`, table.nextAt)
      .where(sql`${table.status} in ('sent', 'stopped')`),
  ],
)

/** The state of a service that something is sent by; no row: nothing was sent yet. */
export const deliveryProviders = unversionedTable('delivery_providers', {
  /** `mail`, `mail_2`, `discord`, or the host of a push service. */
  provider: text('provider').primaryKey(),
  /** When the next call may leave; earlier ones are taken. */
  nextCallAt: integer('next_call_at').notNull(),
  /** Limit that it told of itself. */
  callsPerSecond: real('calls_per_second'),
  retryAt: integer('retry_at').notNull().default(0),
  failures: integer('failures').notNull().default(0),
  failedAt: integer('failed_at').notNull().default(0),
  /** Since when nothing is sent but one delivery at a time, to see whether it works again. */
  pausedAt: integer('paused_at'),
  probeAt: integer('probe_at'),
  probe: text('probe'),
})

/** A member's own settings; a missing row means the default. */
export const notificationChannels = unversionedTable(
  'notification_channels',
  {
    userId: ownerId('user_id', () => users.id),
    kind: text('kind').$type<SwitchableKind>().notNull(),
    channel: text('channel').$type<DeliveryChannel>().notNull(),
    isEnabled: integer('is_enabled', { mode: 'boolean' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind, table.channel] })],
)

/** New events for the next digest of a member; sent ones stay until the event starts. */
export const digestItems = unversionedTable(
  'digest_items',
  {
    userId: ownerId('user_id', () => users.id),
    eventId: ownerId('event_id', () => events.id),
    toldAt: integer('told_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.eventId] }),
    index('digest_items_event').on(table.eventId),
  ],
)

/**
 * Notifications that go to many: written with the fact, worked off in pages. The key names the fact, as in
 * deliveries.
 */
export const notificationBroadcasts = unversionedTable(
  'notice_fanouts',
  {
    key: text('key').primaryKey(),
    kind: text('kind').$type<BroadcastKind>().notNull(),
    eventId: ownerId('event_id', () => events.id),
    payload: text('payload', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    deadlineAt: integer('deadline_at').notNull(),
    afterUserId: integer('after_user_id').$type<UserId | 0>().notNull().default(0),
    touchedAt: integer('touched_at').notNull().default(0),
    doneAt: integer('done_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('notice_fanouts_waiting')
      .on(table.touchedAt)
      .where(sql`${table.doneAt} is null`),
    index('notice_fanouts_event').on(table.eventId),
  ],
)

/** Browsers that receive push notifications, one row per subscription. */
export const pushSubscriptions = unversionedTable(
  'push_subscriptions',
  {
    id: integer('id').$type<PushSubscriptionId>().primaryKey({ autoIncrement: true }),
    userId: ownerId('user_id', () => users.id),
    /** A trigger deletes the row when the session is revoked, not when it expires. */
    sessionId: linkedId('session_id', () => sessions.id),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    userAgent: text('user_agent'),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
  },
  (table) => [
    uniqueIndex('push_subscriptions_endpoint').on(table.endpoint),
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_session').on(table.sessionId),
  ],
)

/** Addresses that mails must not go to, by a keyed hash: they outlive the account. */
export const mailSuppressions = unversionedTable(
  'mail_suppressions',
  {
    addressHash: text('address_hash').primaryKey(),
    userId: linkedId('user_id', () => users.id),
    reason: text('reason').$type<MailProblemReason>().notNull(),
    at: integer('at').notNull(),
    /** When the member confirmed the address anew, or changed it. */
    clearedAt: integer('cleared_at'),
  },
  (table) => [
    notNullIndex('mail_suppressions_user', table.userId),
    index('mail_suppressions_at').on(table.at),
  ],
)
