import type { ApiRequestBody } from '#site/lib/api-calls.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { findDraftErrors } from '../propose/draft-errors.ts'
import {
  readStart,
  toDraft,
  toEventInput,
  type Draft,
  type DraftFieldName,
} from '../propose/draft.ts'

/** Nothing else of an approved event can be changed. */
const changedFields = [
  'name',
  'time_certainty',
  'start_date',
  'start_time',
  'end_date',
  'end_time',
  'timezone',
  'thumbnail_path',
] as const satisfies DraftFieldName[]

/** An event that is on may keep its start. */
export function findOwnChangeFaults(
  draft: Draft,
  event: ProposalView,
  { now, locale }: { now: number; locale: Locale },
): Partial<Record<DraftFieldName, string>> {
  const start = readStart(draft)
  const isStartKept = 'at' in start && start.at === Date.parse(event.start)
  const asOf = isStartKept ? Math.min(now, start.at - 1) : now
  const faults = Object.entries(findDraftErrors(draft, { now: asOf, locale, isOwnChannel: true }))
  return Object.fromEntries(
    faults.filter(([field]) => changedFields.some((changedField) => changedField === field)),
  )
}

/** Only what differs: the rest stays as it is, also where somebody else changed it meanwhile. */
export function toOwnChangeBody(
  draft: Draft,
  event: ProposalView,
): ApiRequestBody<'patch', 'events/:event'> {
  const next = toEventInput(draft)
  const storedInput = toEventInput(toDraft(event))
  const names = ['name', 'start', 'end', 'timezone', 'time_certainty', 'thumbnail_path'] as const
  return Object.fromEntries(
    names.filter((name) => next[name] !== storedInput[name]).map((name) => [name, next[name]]),
  )
}
