import { dayMs, maxEventDaysAhead, maxProposedEventDays } from '#worker/contracts/durations.ts'
import { isLongerThanDays } from '#worker/contracts/event-length.ts'
import { collectValidationErrors } from '#site/ui/fields/resolver.ts'
import { m } from '#site/lib/messages.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { NewEventInput } from '#worker/features/moderation/proposals/weekly/contract.ts'
import { validationRuleText } from '#worker/api/validation-texts.ts'
import { doDatesOverlap } from '#worker/contracts/weekly-dates.ts'
import {
  readEnd,
  readStart,
  toEventInput,
  readWeeklyDates,
  type Draft,
  type DraftFieldName,
} from './draft.ts'
import type { LocalMoment } from './local-time.ts'

type DraftFaults = Partial<Record<DraftFieldName, string>>

/** Field that shows a fault that the API reports under this path. */
export function toDraftFieldName(path: string): DraftFieldName {
  const [name = ''] = path.split('.')
  const moved: Record<string, DraftFieldName> = {
    start: 'start_date',
    end: 'end_date',
    game_id: 'game_name',
  }
  return moved[name] ?? (name as DraftFieldName)
}

type ValidationContext = { now: number; locale: Locale; isOwnChannel: boolean }

/** The server checks the same again. */
export function findDraftErrors(
  draft: Draft,
  { now, locale, isOwnChannel }: ValidationContext,
): DraftFaults {
  const faults: DraftFaults = {}
  for (const [path, text] of Object.entries(
    collectValidationErrors(NewEventInput, toEventInput(draft), locale),
  )) {
    faults[toDraftFieldName(path)] ??= text
  }
  if (draft.game_name.trim() && draft.game_id === null) {
    faults.game_name = validationRuleText('unknown_game', locale)
  }
  if (!draft.proof_url && !isOwnChannel)
    faults.proof_url = validationRuleText('proof_required', locale)
  delete faults.start_date
  delete faults.end_date
  return {
    ...faults,
    ...findWeeklyFaults(draft, now, locale),
    ...findTimeFaults(draft, now, locale),
  }
}

function findWeeklyFaults(draft: Draft, now: number, locale: Locale): DraftFaults {
  const dates = readWeeklyDates(draft)
  const last = dates.at(-1)
  const isTooFar = last && last.start > now + maxEventDaysAhead * dayMs
  return {
    ...(doDatesOverlap(dates) ? { end_date: validationRuleText('dates_overlap', locale) } : {}),
    ...(isTooFar ? { weekly_dates: validationRuleText('last_date_too_far', locale) } : {}),
  }
}

function findTimeFaults(draft: Draft, now: number, locale: Locale): DraftFaults {
  const start = readStart(draft)
  const end = readEnd(draft)
  const faults = {
    ...findEntryFaults(draft, 'start', start, locale),
    ...findEntryFaults(draft, 'end', end, locale),
  }
  if ('at' in start) {
    if (start.at <= now) faults.start_date = validationRuleText('start_in_past', locale)
    if (start.at > now + maxEventDaysAhead * dayMs)
      faults.start_date = validationRuleText('start_too_far', locale)
  }
  if ('at' in start && 'at' in end) {
    if (end.at <= start.at) faults.end_date = validationRuleText('end_after_start', locale)
    const times = { start: start.at, end: end.at, timezone: draft.timezone }
    if (isLongerThanDays(times, maxProposedEventDays)) {
      faults.end_date = validationRuleText('too_long', locale, maxProposedEventDays)
    }
  }
  return faults
}

function findEntryFaults(
  draft: Draft,
  edge: 'start' | 'end',
  localMoment: LocalMoment,
  locale: Locale,
): DraftFaults {
  if (localMoment.kind === 'skipped')
    return { [`${edge}_time`]: m.propose_hour_skipped({}, { locale }) }
  if (localMoment.kind !== 'missing') return {}
  const required = m.validation_required({}, { locale })
  const isTimeMissing = draft.time_certainty === 'exact' && !draft[`${edge}_time`]
  return {
    ...(draft[`${edge}_date`] ? {} : { [`${edge}_date`]: required }),
    ...(isTimeMissing ? { [`${edge}_time`]: required } : {}),
  }
}
