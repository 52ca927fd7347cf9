import * as v from 'valibot'
import { locales } from './locales.ts'

/** Shared words of every contract: ids, instants, enumerations, lists and the error envelope. */

function id<const Name extends string>(name: Name) {
  return v.pipe(v.number(), v.integer(), v.minValue(1), v.brand(name))
}

export const UserId = id('UserId')
export type UserId = v.InferOutput<typeof UserId>
export const SessionId = id('SessionId')
export type SessionId = v.InferOutput<typeof SessionId>
export const EventId = id('EventId')
export type EventId = v.InferOutput<typeof EventId>
export const GroupId = id('GroupId')
export type GroupId = v.InferOutput<typeof GroupId>
export const GameId = id('GameId')
export type GameId = v.InferOutput<typeof GameId>
export const StreamerId = id('StreamerId')
export type StreamerId = v.InferOutput<typeof StreamerId>
export const StreamingAccountId = id('StreamingAccountId')
export type StreamingAccountId = v.InferOutput<typeof StreamingAccountId>
export const ArticleId = id('ArticleId')
export type ArticleId = v.InferOutput<typeof ArticleId>
export const DealId = id('DealId')
export type DealId = v.InferOutput<typeof DealId>
export const CampaignId = id('CampaignId')
export type CampaignId = v.InferOutput<typeof CampaignId>
export const ScheduleSourceId = id('ScheduleSourceId')
export type ScheduleSourceId = v.InferOutput<typeof ScheduleSourceId>
export const CalendarFeedId = id('CalendarFeedId')
export type CalendarFeedId = v.InferOutput<typeof CalendarFeedId>
export const PushSubscriptionId = id('PushSubscriptionId')
export type PushSubscriptionId = v.InferOutput<typeof PushSubscriptionId>
export const DeliveryId = id('DeliveryId')
export type DeliveryId = v.InferOutput<typeof DeliveryId>

/** An id as it stands in a path or query: decimal digits only. */
export function idParam<const Schema extends v.GenericSchema<number, unknown>>(schema: Schema) {
  return v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/), v.transform(Number), schema)
}

export const Locale = v.picklist(locales)
export type Locale = v.InferOutput<typeof Locale>

/** A path on this site; a second slash or a backslash would lead elsewhere. */
export const LocalPath = v.pipe(
  v.string(),
  v.maxLength(1000),
  // eslint-disable-next-line no-control-regex -- browsers drop some of them, and then see another path
  v.regex(/^\/(?![/\\])[^\u0000-\u0020\\]*$/),
)

export const Language = v.picklist(['en', 'es', 'fr'])
export type Language = v.InferOutput<typeof Language>

export const Platform = v.picklist(['twitch', 'youtube'])
export type Platform = v.InferOutput<typeof Platform>

export const Category = v.picklist([
  'charity',
  'speedrun',
  'esports',
  'award_show',
  'showcase',
  'variety',
  'talk_show',
  'sport',
  'music',
  'irl',
  'subathon',
  'convention',
  'science',
  'other',
])
export type Category = v.InferOutput<typeof Category>

export const Scope = v.picklist(['user', 'streamer', 'moderator', 'admin'])
export type Scope = v.InferOutput<typeof Scope>

/** Of `2026-02-29` or a timestamp that begins so: whether there is such a day. */
export function isCalendarDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
}

/** ISO 8601 UTC as read, Unix milliseconds in code and database. Years 2000 to 2100. */
export const InstantInput = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.regex(/(Z|[+-]\d\d:?\d\d)$/),
  v.check(isCalendarDay, 'instant'),
  v.transform((text) => Date.parse(text)),
  v.number(),
  v.minValue(Date.UTC(2000, 0)),
  v.maxValue(Date.UTC(2100, 0)),
)

/** An instant as the API writes it. */
export const Instant = v.pipe(v.string(), v.isoTimestamp())
export type Instant = v.InferOutput<typeof Instant>

export function toInstant(milliseconds: number): Instant {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z')
}

export function isTimeZone(name: string): boolean {
  // What a query means without one; looking a zone up costs more than the rest of the query.
  if (name === 'UTC') return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}
export const TimeZone = v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone, 'time_zone'))

/** http(s) only, as people may click it. */
export const WebUrl = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(2000),
  v.url(),
  v.check((url) => url.isWellFormed(), 'web_url'),
  v.regex(/^https?:\/\/[^\s]+$/i, 'web_url'),
)

// eslint-disable-next-line no-control-regex -- refusing them is the point
const noControlCharacters = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]*$/

/** Half a surrogate pair is no character, and not every database takes it. */
const isWholeText = v.check((value: string) => value.isWellFormed(), 'control_characters')

/** Text from a person: trimmed, no control characters but line breaks and tabs. */
export function text(min: number, max: number) {
  return v.pipe(
    v.string(),
    isWholeText,
    v.normalize('NFC'),
    v.trim(),
    v.minLength(min),
    v.maxLength(max),
    v.regex(noControlCharacters, 'control_characters'),
  )
}

/**
 * The name of a channel as it is kept: without its @, and its letters beyond ASCII small, since the
 * database folds the case of ASCII alone and compares what `accountKey` made.
 */
export const AccountText = v.pipe(
  text(1, 80),
  v.transform((name) =>
    name.replace(/^@/, '').replace(/\P{ASCII}+/gu, (part) => part.toLowerCase()),
  ),
)

export const accountPattern = /^[\p{L}\p{N}._-]{1,60}$/u

/** The name of a channel that can be opened. */
export const AccountName = v.pipe(AccountText, v.regex(accountPattern, 'account_name'))

/** What a program calls one write, so that repeating it does nothing more. */
export const IdempotencyKey = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/, 'idempotency_key'))

/** Text in which spaces at either end mean something, or may still be typed behind. */
export function untrimmedText(max: number) {
  return v.pipe(
    v.string(),
    isWholeText,
    v.maxLength(max),
    v.regex(noControlCharacters, 'control_characters'),
  )
}

/** A query parameter that may repeat. */
export function listParam<const Schema extends v.GenericSchema<string, unknown>>(schema: Schema) {
  return v.pipe(
    v.union([v.string(), v.array(v.string())]),
    v.transform((value) => (Array.isArray(value) ? value : [value])),
    v.array(schema),
    v.maxLength(50),
  )
}

export const BooleanParam = v.pipe(
  v.picklist(['true', 'false', '1', '0']),
  v.transform((value) => value === 'true' || value === '1'),
)

/** How many items a list has at most. */
export function limitParam(max: number, usual: `${number}`) {
  return v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(max)),
    usual,
  )
}

/** `limit` and `cursor` of a public list. */
export const PageQuery = {
  limit: limitParam(100, '24'),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(1000))),
}

/** `page` and `per_page` of an admin list. */
export const AdminPageQuery = {
  page: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number), v.minValue(1)),
    '1',
  ),
  per_page: v.optional(v.pipe(v.picklist(['10', '25', '50', '100']), v.transform(Number)), '25'),
}

/** What the panel sorts games and streamers by. */
export const adminDirectorySorts = [
  'name',
  '-name',
  'popularity',
  '-popularity',
  'created',
  '-created',
] as const

export const AdminDirectoryQuery = {
  ...AdminPageQuery,
  /** A part of the name. */
  q: v.optional(text(0, 100), ''),
  sort: v.optional(v.picklist(adminDirectorySorts), '-popularity'),
}

export function pageOf<const Schema extends v.GenericSchema>(item: Schema) {
  return v.object({ items: v.array(item), next_cursor: v.nullable(v.string()) })
}
export type Page<Item> = { items: Item[]; next_cursor: string | null }

export function adminPageOf<const Schema extends v.GenericSchema>(item: Schema) {
  return v.object({
    items: v.array(item),
    page: v.number(),
    per_page: v.number(),
    total: v.number(),
  })
}
export type AdminPage<Item> = { items: Item[]; page: number; per_page: number; total: number }

/** The state of a text that a save builds upon: it grows with each save. */
export const Revision = v.pipe(v.number(), v.integer(), v.minValue(0))

/** The details of `changed_meanwhile`: who saved since, if that is known, and when. */
export const RevisionConflict = v.object({
  by: v.nullable(v.string()),
  at: Instant,
  revision: v.number(),
})
export type RevisionConflict = v.InferOutput<typeof RevisionConflict>

export const ErrorEnvelope = v.object({
  msg: v.string(),
  code: v.string(),
  details: v.nullish(v.unknown()),
})
export type ErrorEnvelope = v.InferOutput<typeof ErrorEnvelope>

export const FieldError = v.object({ path: v.string(), msg: v.string() })
export type FieldError = v.InferOutput<typeof FieldError>
