import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, real, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { type DeliveryLane } from '#worker/contracts/delivery-lanes.ts'
import { mostOwnMarks, type OwnReminderMark } from '#worker/contracts/reminder-marks.ts'
import { events } from './events.ts'
import { users } from './accounts.ts'
import { unversionedTable } from './versioned.ts'
import { notNullIndex, ownerId } from './parts.ts'

/** Stretches of time in which a lane sent page after page; its rate is measured by them. */
export const laneDrains = unversionedTable(
  'lane_drains',
  {
    lane: text('lane').$type<DeliveryLane>().notNull(),
    beganAt: integer('began_at').notNull(),
    endedAt: integer('ended_at').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.lane, table.beganAt] })],
)

/** People whom a mark of a large event reaches by each lane, and how long before it to begin. */
export const reminderPlans = unversionedTable(
  'reminder_plans',
  {
    eventId: ownerId('event_id', () => events.id),
    lane: text('lane').$type<DeliveryLane>().notNull(),
    recipients: integer('recipients').notNull(),
    perSecond: real('per_second').notNull(),
    leadMs: integer('lead_ms').notNull(),
    /** Hypes of the event when they were counted. */
    hypeCount: integer('hype_count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.lane] })],
)

export const reminderFanouts = unversionedTable(
  'reminder_fanouts',
  {
    eventId: ownerId('event_id', () => events.id),
    /** The code of a mark; of the evening before, the instant that it has in a zone. */
    hours: integer('hours').notNull(),
    startAt: integer('start_at').notNull(),
    afterUserId: integer('after_user_id').$type<UserId | 0>().notNull(),
    touchedAt: integer('touched_at').notNull(),
    /** Hypes before it are written: begun before the mark, a fan-out ends with those until the mark. */
    hypedFrom: integer('hyped_from').notNull().default(0),
    doneAt: integer('done_at'),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.hours, table.startAt] })],
)

/** Marks that a member added to the fixed ones, at most two in general and two for an event. */
export const ownReminders = unversionedTable(
  'own_reminders',
  {
    userId: ownerId('user_id', () => users.id),
    /** Null: for all events that have no choice of their own. */
    eventId: integer('event_id')
      .$type<EventId>()
      .references(() => events.id, { onDelete: 'cascade' }),
    slot: integer('slot').notNull(),
    /** Null: none for the event. */
    mark: text('mark').$type<OwnReminderMark>(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('own_reminders_general')
      .on(table.userId, table.slot)
      .where(sql`${table.eventId} is null`),
    uniqueIndex('own_reminders_event').on(table.userId, table.eventId, table.slot),
    index('own_reminders_mark').on(table.mark),
    notNullIndex('own_reminders_of_event', table.eventId),
    check('own_reminders_bound', sql`${table.slot} in (1, ${sql.raw(String(mostOwnMarks))})`),
  ],
)

/** 20:00 in the zones of those who want a reminder then, with the day that it is the evening before of. */
export const reminderEvenings = unversionedTable(
  'reminder_evenings',
  {
    timeZone: text('time_zone').notNull(),
    at: integer('at').notNull(),
    dayFrom: integer('day_from').notNull(),
    dayTo: integer('day_to').notNull(),
  },
  (table) => [primaryKey({ columns: [table.timeZone, table.at] })],
)
