import * as v from 'valibot'
import { Category, Platform } from '#worker/contracts/enumerations.ts'
import { idParam, ScheduleSourceId, StreamingAccountId } from '#worker/contracts/ids.ts'
import { ContentLanguage } from '#worker/contracts/locale.ts'
import { BooleanParam } from '#worker/contracts/pagination.ts'
import { Instant, TimeZone } from '#worker/contracts/time.ts'

export const maxCalendarBytes = 1024 * 1024

/** The only hosts whose calendars are read: the server calls no other address that a person typed. */
const calendarHosts = ['calendar.google.com', 'outlook.office365.com', 'outlook.live.com']

export function isSupportedCalendarUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.protocol !== 'https:' || url.port || url.username || url.password) return false
  return calendarHosts.includes(url.hostname) || /^([a-z0-9-]+\.)+icloud\.com$/.test(url.hostname)
}

const CalendarAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(2000),
  v.transform((text) => text.replace(/^webcals?:/i, 'https:')),
  v.check(isSupportedCalendarUrl, 'calendar_address'),
)

const target = {
  category: Category,
  language: ContentLanguage,
  /** For entries that name no zone. */
  timezone: TimeZone,
}

export const ScheduleSourceInput = v.variant('kind', [
  v.object({
    kind: v.literal('twitch_schedule'),
    account_id: StreamingAccountId,
    ...target,
  }),
  v.object({
    kind: v.literal('ical_url'),
    account_id: StreamingAccountId,
    url: CalendarAddress,
    ...target,
  }),
])
export type ScheduleSourceInput = v.InferOutput<typeof ScheduleSourceInput>

/** A calendar file in a multipart body; without `confirm` it is only looked at. */
export const ScheduleFileInput = v.object({
  file: v.file(),
  account_id: idParam(StreamingAccountId),
  ...target,
  confirm: v.optional(BooleanParam, 'false'),
})
export type ScheduleFileInput = v.InferOutput<typeof ScheduleFileInput>

export const ImportSourceInput = v.object({ confirm: v.optional(v.boolean(), false) })
export type ImportSourceInput = v.InferOutput<typeof ImportSourceInput>

export const ScheduleKind = v.picklist(['twitch_schedule', 'ical_url', 'ical_file'])
export type ScheduleKind = v.InferOutput<typeof ScheduleKind>

export const ScheduleError = v.picklist([
  'unreachable',
  'not_found',
  'too_large',
  'malformed',
  'limited',
  'not_allowed',
  'provider_off',
])
export type ScheduleError = v.InferOutput<typeof ScheduleError>

export const ScheduleSourceView = v.object({
  id: ScheduleSourceId,
  kind: ScheduleKind,
  platform: Platform,
  account: v.string(),
  /** The calendar's host: the rest of its address may be secret. */
  host: v.nullable(v.string()),
  category: Category,
  language: ContentLanguage,
  timezone: v.string(),
  events: v.number(),
  created_at: Instant,
  last_run_at: v.nullable(Instant),
  last_error: v.nullable(ScheduleError),
  /** Null while nothing was imported from it yet, or it is a file. */
  next_run_at: v.nullable(Instant),
})
export type ScheduleSourceView = v.InferOutput<typeof ScheduleSourceView>

export const ScheduleSourcesView = v.object({ items: v.array(ScheduleSourceView) })
export type ScheduleSourcesView = v.InferOutput<typeof ScheduleSourcesView>

export const ImportOutcome = v.picklist([
  'created',
  'updated',
  'restored',
  'cancelled',
  'unchanged',
  'missing',
  'skipped',
])
export type ImportOutcome = v.InferOutput<typeof ImportOutcome>

export const CalendarFault = v.object({
  line: v.number(),
  reason: v.picklist(['no_calendar', 'not_closed', 'no_value']),
})
export type CalendarFault = v.InferOutput<typeof CalendarFault>

export const SkipReason = v.picklist([
  'off',
  'past',
  'too_far',
  'too_long',
  'invalid',
  'unreadable',
  'unknown_zone',
  'no_uid',
  'private',
  'replaced',
  'similar',
  'limit',
  'decided',
  'changed_by_hand',
])
export type SkipReason = v.InferOutput<typeof SkipReason>

export const ScheduleImportReport = v.object({
  is_preview: v.boolean(),
  items: v.array(
    v.object({
      name: v.string(),
      /** Null where the entry's own time cannot be read. */
      start: v.nullable(Instant),
      outcome: ImportOutcome,
      reason: v.nullable(SkipReason),
      /** The entry's time zone, where its start does not name it. */
      assumed_timezone: v.nullable(v.string()),
    }),
  ),
})
export type ScheduleImportReport = v.InferOutput<typeof ScheduleImportReport>
