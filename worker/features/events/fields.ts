import type { GetColumnData } from 'drizzle-orm'
import { accountKey, platforms } from '#worker/contracts/platforms.ts'
import { normalizeSeriesName } from '#worker/contracts/series-name.ts'
import type { Columns } from '#worker/db/row.ts'
import type { UpdateValues } from '#worker/db/writes.ts'
import { events } from '#worker/db/schema/events.ts'
import type { EventField, EventInput } from '#worker/features/moderation/proposals/contract.ts'

type EventFieldSettings = {
  column: keyof typeof events.$inferInsert
  isImported: boolean
  isScheduled: boolean
}

/** Games, pictures and notes of imported events are people's to set. */
const fields = {
  name: { column: 'name', isImported: true, isScheduled: true },
  description: { column: 'description', isImported: true, isScheduled: true },
  start: { column: 'startAt', isImported: true, isScheduled: true },
  end: { column: 'endAt', isImported: true, isScheduled: true },
  timezone: { column: 'timezone', isImported: true, isScheduled: true },
  time_certainty: { column: 'timeCertainty', isImported: true, isScheduled: true },
  language: { column: 'language', isImported: true, isScheduled: true },
  platform: { column: 'platform', isImported: true, isScheduled: true },
  streaming_account_name: { column: 'streamingAccountName', isImported: true, isScheduled: true },
  game_id: { column: 'gameId', isImported: false, isScheduled: false },
  category: { column: 'category', isImported: true, isScheduled: true },
  thumbnail_path: { column: 'thumbnailPath', isImported: false, isScheduled: false },
  proof_url: { column: 'proofUrl', isImported: true, isScheduled: true },
  additional_info: { column: 'additionalInfo', isImported: true, isScheduled: false },
  paid_by: { column: 'paidBy', isImported: false, isScheduled: false },
  moderator_note: { column: 'moderatorNote', isImported: false, isScheduled: false },
} as const satisfies Record<EventField, EventFieldSettings>

type EventFieldMap = typeof fields
type FieldColumn<Name extends EventField> = EventFieldMap[Name]['column']
type FieldsWithFlag<Flag extends 'isImported' | 'isScheduled'> = {
  [Name in EventField]: EventFieldMap[Name][Flag] extends true ? Name : never
}[EventField]

export type ScheduleImportField = FieldsWithFlag<'isScheduled'>
type ImportedColumn = FieldColumn<FieldsWithFlag<'isImported'>>
export type FileImportValues = { [Name in ImportedColumn]: GetColumnData<(typeof events)[Name]> }

type EventValues<Names extends EventField> = {
  [Name in Names as FieldColumn<Name>]: Name extends 'proof_url'
    ? string
    : undefined extends EventInput[Name]
      ? NonNullable<EventInput[Name]> | null
      : EventInput[Name]
} & { seriesName: string }

const names = Object.keys(fields) as EventField[]
const scheduled = names.filter((name) => fields[name].isScheduled)

function toColumnValues(input: EventInput, among: readonly EventField[]): Record<string, unknown> {
  const proven = { ...input, proof_url: resolveProofUrl(input) }
  const values = among.map((name) => [fields[name].column, proven[name] ?? null] as const)
  return { ...Object.fromEntries(values), seriesName: normalizeSeriesName(input.name) }
}

function resolveProofUrl({ proof_url, platform, streaming_account_name }: EventInput): string {
  return proof_url ?? platforms[platform].watchUrl(accountKey(streaming_account_name))
}

export function toEventColumns(
  values: Partial<Record<EventField, unknown>> & { name: string },
): UpdateValues<typeof events> {
  const columns = Object.entries(values).map(
    ([name, value]) => [fields[name as EventField].column, value ?? null] as const,
  )
  return { ...Object.fromEntries(columns), seriesName: normalizeSeriesName(values.name) }
}

export function pickEventValues(input: EventInput): EventValues<EventField> {
  return toColumnValues(input, names) as EventValues<EventField>
}

export function pickScheduleImportValues(input: EventInput): EventValues<ScheduleImportField> {
  return toColumnValues(input, scheduled) as EventValues<ScheduleImportField>
}

export const fileImportColumns = names
  .filter((name) => fields[name].isImported)
  .map((name) => fields[name].column) as ImportedColumn[]

export const eventFieldColumns: Columns = Object.fromEntries(
  names.map((name) => {
    const column = events[fields[name].column]
    return [column.name, column]
  }),
)

export function pickScheduleImportColumns(table: typeof events): ScheduledColumns {
  const columns = scheduled.map((name) => [name, table[fields[name].column]])
  return Object.fromEntries(columns) as ScheduledColumns
}
type ScheduledColumns = { [Name in ScheduleImportField]: (typeof events)[FieldColumn<Name>] }
