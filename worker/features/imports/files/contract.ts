import * as v from 'valibot'
import { Category, Platform } from '#worker/contracts/enumerations.ts'
import { ContentLanguage } from '#worker/contracts/locale.ts'
import {
  accountPattern,
  singleLineText,
  StreamingAccountText,
  text,
  WebUrl,
} from '#worker/contracts/text.ts'
import { TimeZone } from '#worker/contracts/time.ts'

/** Rows of import files. What a schema does not name is provenance: kept, never read. */

const dateOrInstant = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d))?$/

const DateOrInstant = v.pipe(
  v.string(),
  v.regex(dateOrInstant, 'must be a date, or a date and time with an offset'),
)

const Account = v.pipe(StreamingAccountText, v.regex(accountPattern, 'is not an account name'))

const ParticipantRow = v.object({
  display_name: singleLineText(1, 80),
  platform: v.nullish(Platform, null),
  account: v.nullish(Account, null),
})

const ChannelRow = v.object({ platform: Platform, account: v.nullish(Account, null) })

export const EventFileRow = v.object({
  id: singleLineText(1, 80),
  name: singleLineText(1, 120),
  description: v.nullish(text(0, 5000), ''),
  start: DateOrInstant,
  end: v.nullish(DateOrInstant, null),
  timezone: v.nullish(TimeZone, null),
  language: ContentLanguage,
  platform: v.nullish(Platform, null),
  streaming_account_name: v.nullish(Account, null),
  other_accounts: v.nullish(v.pipe(v.array(ChannelRow), v.maxLength(50)), []),
  game: v.nullish(singleLineText(1, 120), null),
  category: v.pipe(
    v.string(),
    v.transform((category) => category.replaceAll('-', '_')),
    Category,
  ),
  group: v.nullish(singleLineText(1, 120), null),
  participants: v.nullish(v.pipe(v.array(ParticipantRow), v.maxLength(100)), []),
  proof_url: WebUrl,
  additional_info: v.nullish(text(0, 2000), null),
})
export type EventFileRow = v.InferOutput<typeof EventFileRow>

export const StreamerFileRow = v.object({
  display_name: singleLineText(1, 80),
  platform: v.nullish(Platform, null),
  account: v.nullish(Account, null),
  language: v.nullish(ContentLanguage, null),
  followers: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0)), null),
})
export type StreamerFileRow = v.InferOutput<typeof StreamerFileRow>

export const GameFileRow = v.object({
  name: singleLineText(1, 120),
  description: v.nullish(text(0, 5000), ''),
})
export type GameFileRow = v.InferOutput<typeof GameFileRow>

export const GroupFileRow = v.object({
  name: singleLineText(1, 120),
  description: v.nullish(text(0, 5000), ''),
  language_code: v.nullish(ContentLanguage, null),
  website: v.nullish(WebUrl, null),
})
export type GroupFileRow = v.InferOutput<typeof GroupFileRow>

export const ImportKind = v.picklist(['events', 'streamers', 'games', 'groups'])
export type ImportKind = v.InferOutput<typeof ImportKind>

export const RowProblem = v.object({
  line: v.number(),
  row: v.string(),
  field: v.string(),
  reason: v.string(),
})
export type RowProblem = v.InferOutput<typeof RowProblem>

export const FileImportReport = v.object({
  kind: ImportKind,
  added: v.number(),
  updated: v.number(),
  unchanged: v.number(),
  /** Known rows that a person changed since: left as they are. */
  kept: v.number(),
  /** Sound rows that a rule leaves out. */
  skipped: v.array(RowProblem),
  bad: v.array(RowProblem),
})
export type FileImportReport = v.InferOutput<typeof FileImportReport>
