import type { ApiRequestBody } from '#site/lib/api-calls.ts'
import type { Category, Platform } from '#worker/contracts/enumerations.ts'
import type { ContentLanguage } from '#worker/contracts/locale.ts'
import { repeatWeekly, type TimeSpan } from '#worker/contracts/weekly-dates.ts'
import type { TimeCertainty } from '#worker/features/events/contract.ts'
import type { EventField, ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import {
  endOfDay,
  toLocalDateTime,
  toLocalMoment,
  startOfDay,
  type LocalMoment,
} from './local-time.ts'

export type DraftParticipant = {
  display_name: string
  streamer_id: number | null
  platform: Platform | null
  account: string | null
}

export type Draft = {
  platform: Platform | ''
  streaming_account_name: string
  name: string
  description: string
  language: ContentLanguage | ''
  category: Category | ''
  game_id: number | null
  game_name: string
  participants: DraftParticipant[]
  /** Thumbnail path of the uploaded picture; null: one is drawn. */
  thumbnail_path: string | null
  time_certainty: TimeCertainty
  start_date: string
  start_time: string
  end_date: string
  end_time: string
  timezone: string
  /** Number of dates, one a week; empty: the event is once. */
  weekly_dates: string
  proof_url: string
  additional_info: string
  paid_by: string
  moderator_note: string
}
export type DraftFieldName = keyof Draft

const stepByField: Record<Exclude<DraftFieldName, 'game_id'>, 0 | 1 | 2 | 3> = {
  platform: 0,
  streaming_account_name: 0,
  name: 1,
  description: 1,
  language: 1,
  category: 1,
  game_name: 1,
  participants: 1,
  thumbnail_path: 1,
  time_certainty: 2,
  start_date: 2,
  start_time: 2,
  end_date: 2,
  end_time: 2,
  timezone: 2,
  weekly_dates: 2,
  proof_url: 3,
  additional_info: 3,
  paid_by: 3,
  moderator_note: 3,
}
const fields = Object.keys(stepByField) as (keyof typeof stepByField)[]

export const wizardSteps: readonly (readonly DraftFieldName[])[] = [0, 1, 2, 3].map((step) =>
  fields.filter((field) => stepByField[field] === step),
)

export function findWizardStep(field: DraftFieldName): number {
  return wizardSteps.findIndex((fields) => fields.includes(field))
}

export function createEmptyDraft(language: ContentLanguage, timezone: string): Draft {
  return {
    platform: '',
    streaming_account_name: '',
    name: '',
    description: '',
    language,
    category: '',
    game_id: null,
    game_name: '',
    participants: [],
    thumbnail_path: null,
    time_certainty: 'exact',
    start_date: '',
    start_time: '',
    end_date: '',
    end_time: '',
    timezone,
    weekly_dates: '',
    proof_url: '',
    additional_info: '',
    paid_by: '',
    moderator_note: '',
  }
}

/** Any other path is of the picture that is drawn where there is none. */
function isUploadPath(path: string): boolean {
  return path.startsWith('uploads/')
}

function toFieldText(stored: string | null): string {
  return stored ?? ''
}

export function toDraft(proposal: ProposalView): Draft {
  const { timezone, time_certainty } = proposal
  const start = toLocalDateTime(Date.parse(proposal.start), timezone)
  // A day ends at 24:00, which is the next day's first moment.
  const lastMoment = Date.parse(proposal.end) - (time_certainty === 'exact' ? 0 : 1)
  const end = toLocalDateTime(lastMoment, timezone)
  return {
    platform: proposal.platform,
    streaming_account_name: proposal.streaming_account_name ?? '',
    name: proposal.name,
    description: proposal.description,
    language: proposal.language,
    category: proposal.category,
    game_id: proposal.game?.id ?? null,
    game_name: proposal.game?.name ?? '',
    participants: proposal.participants.map(({ display_name, streamer_id, platform, account }) => ({
      display_name,
      streamer_id,
      platform,
      account,
    })),
    thumbnail_path: isUploadPath(proposal.thumbnail_path) ? proposal.thumbnail_path : null,
    time_certainty,
    start_date: start.date,
    start_time: time_certainty === 'exact' ? start.time : '',
    end_date: end.date,
    end_time: time_certainty === 'exact' ? end.time : '',
    timezone,
    weekly_dates: '',
    proof_url: proposal.proof_url,
    additional_info: toFieldText(proposal.additional_info),
    paid_by: toFieldText(proposal.paid_by),
    moderator_note: toFieldText(proposal.moderator_note),
  }
}

export function readStart(draft: Draft): LocalMoment {
  const { start_date, start_time, timezone, time_certainty } = draft
  return time_certainty === 'exact'
    ? toLocalMoment(start_date, start_time, timezone)
    : startOfDay(start_date, timezone)
}

export function readEnd(draft: Draft): LocalMoment {
  const { end_date, end_time, timezone, time_certainty } = draft
  return time_certainty === 'exact'
    ? toLocalMoment(end_date, end_time, timezone)
    : endOfDay(end_date, timezone)
}

function countWeeklyDates({ weekly_dates, time_certainty }: Draft): number | undefined {
  return weekly_dates && time_certainty !== 'tba' ? Number(weekly_dates) : undefined
}

export function readWeeklyDates(draft: Draft): TimeSpan[] {
  const count = countWeeklyDates(draft)
  const start = readStart(draft)
  const end = readEnd(draft)
  if (count === undefined || !('at' in start)) return []
  const times = { start: start.at, end: 'at' in end ? end.at : start.at }
  return repeatWeekly({ ...times, timezone: draft.timezone }, count)
}

function toIso(localMoment: LocalMoment): string | undefined {
  return 'at' in localMoment ? new Date(localMoment.at).toISOString() : undefined
}

function toParticipantInput({ display_name, streamer_id, platform, account }: DraftParticipant) {
  return streamer_id === null ? { display_name, platform, account } : { streamer_id }
}

/** Not yet validated: fields may still be empty, as the server then says. */
export function toEventInput(draft: Draft): ApiRequestBody<'post', 'events'> {
  const input: Record<EventField | 'participants' | 'weekly_dates', unknown> = {
    name: draft.name,
    description: draft.description,
    start: toIso(readStart(draft)),
    end: toIso(readEnd(draft)),
    timezone: draft.timezone,
    weekly_dates: countWeeklyDates(draft) ?? null,
    time_certainty: draft.time_certainty,
    language: draft.language,
    platform: draft.platform,
    streaming_account_name: draft.streaming_account_name,
    game_id: draft.game_id,
    category: draft.category,
    participants: draft.participants.map(toParticipantInput),
    thumbnail_path: draft.thumbnail_path,
    proof_url: draft.proof_url || null,
    additional_info: draft.additional_info || null,
    paid_by: draft.paid_by || null,
    moderator_note: draft.moderator_note || null,
  }
  return input as ApiRequestBody<'post', 'events'>
}
