import { sql, type Column } from 'drizzle-orm'
import * as v from 'valibot'
import {
  dayMs,
  maxEventDaysAhead,
  maxEventDays,
  maxProposedEventDays,
} from '#worker/contracts/durations.ts'
import type { Ctx } from '#worker/context.ts'
import type { FieldError } from '#worker/contracts/errors.ts'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { isLongerThanDays } from '#worker/contracts/event-length.ts'
import { InstantInput, TimeZone } from '#worker/contracts/time.ts'
import type { ResultOf, Statement } from '#worker/db/client.ts'
import { booleanSql, type RowOf } from '#worker/db/row.ts'
import { games, streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { uploads } from '#worker/db/schema/media.ts'
import { select, selectFirst } from '#worker/db/statement.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { AppError, validationError } from '#worker/api/errors.ts'
import { validationRuleText } from '#worker/api/validation-texts.ts'
import type { EventInput } from './contract.ts'
import { limitColumns } from './limits.ts'
import { doDatesOverlap, type TimeSpan } from '#worker/contracts/weekly-dates.ts'
import {
  normalizeParticipantNames,
  pickSimilarEvents,
  maxSimilarEvents,
  toNearbyEvents,
  type selectNearbyEvents,
} from './similar.ts'

function listStreamerIds(input: EventInput): number[] {
  const ids = input.participants.flatMap((participant) =>
    'streamer_id' in participant ? [participant.streamer_id] : [],
  )
  return [...new Set<number>(ids)]
}

/** An upload of a row of `users` or shown by their event; staff may take anybody's. */
function isPictureKnownSql(path: string | null) {
  const isOwn = (owner: Column) => sql`(${owner} = ${users.id} or ${users.role} <> 'member')`
  return booleanSql(sql`${path} is null
    or exists (select 1 from ${uploads} where ${uploads.path} = ${path} and ${isOwn(uploads.userId)})
    or exists (select 1 from ${events}
      where ${events.thumbnailPath} = ${path} and ${isOwn(events.proposerId)})`)
}

export function selectIsPictureKnown(userId: UserId, path: string | null = null) {
  return selectFirst(
    { isPictureKnown: isPictureKnownSql(path) },
    sql`from ${users} where ${users.id} = ${userId}`,
  )
}

function proposalContextColumns({ now }: Ctx, input: EventInput) {
  const ids = JSON.stringify(listStreamerIds(input))
  const gameId = input.game_id ?? null
  return {
    ...limitColumns(now, sql`${ids}`),
    /** The event that this very draft became already. */
    sentAs: sql<EventId | null>`(select ${events.id} from ${events}
      where ${events.proposerId} = ${users.id} and ${events.draftKey} = ${input.draft_key ?? null})`,
    isOwnAccount: booleanSql(sql`exists (select 1 from ${streamingAccounts}
      join ${streamers} on ${streamers.id} = ${streamingAccounts.streamerId}
      where ${streamers.userId} = ${users.id} and ${streamingAccounts.verifiedAt} is not null
        and ${streamingAccounts.platform} = ${input.platform}
        and ${streamingAccounts.nameKey} = ${accountKey(input.streaming_account_name)})`),
    isGameKnown: booleanSql(sql`${gameId} is null
      or exists (select 1 from ${games} where ${games.id} = ${gameId})`),
    isPictureKnown: isPictureKnownSql(input.thumbnail_path ?? null),
    knownStreamers: sql<number>`(select count(*) from ${streamers}
      where ${streamers.id} in (select value from json_each(${ids})))`,
  }
}
export type ProposalContext = RowOf<ReturnType<typeof proposalContextColumns>>

export function selectProposalContext(
  ctx: Ctx,
  userId: UserId,
  input: EventInput,
): Statement<ProposalContext[]> {
  return select(
    proposalContextColumns(ctx, input),
    sql`from ${users} where ${users.id} = ${userId}`,
  )
}

type TimeLimits = {
  longestDays: number
  /** A start that may stay as it is, though it may have passed. */
  keptStart?: number | undefined
}
export const memberTimeLimits: TimeLimits = { longestDays: maxProposedEventDays }
/** Moderators correct long events too. */
export const moderatorTimeLimits: TimeLimits = { longestDays: maxEventDays }

type Times = { start?: number | undefined; end?: number | undefined; timezone?: string | undefined }
const instant = v.fallback(v.optional(InstantInput), undefined)
const zone = v.fallback(v.optional(TimeZone), undefined)
const Times = v.fallback(v.object({ start: instant, end: instant, timezone: zone }), {})

/** The rules about time that a schema cannot know, as far as the times can be read. */
function findTimeErrors(
  ctx: Ctx,
  { start = NaN, end = NaN, timezone = 'UTC' }: Times,
  { longestDays, keptStart }: TimeLimits,
): FieldError[] {
  const areKnown = !Number.isNaN(start) && !Number.isNaN(end)
  const rules = [
    { path: 'end', rule: 'end_after_start', isBroken: end <= start },
    {
      path: 'end',
      rule: 'too_long',
      isBroken: areKnown && isLongerThanDays({ start, end, timezone }, longestDays),
      requirement: longestDays,
    },
    { path: 'start', rule: 'start_in_past', isBroken: start <= ctx.now && start !== keptStart },
    { path: 'start', rule: 'start_too_far', isBroken: start > ctx.now + maxEventDaysAhead * dayMs },
  ]
  return rules
    .filter(({ isBroken }) => isBroken)
    .map(({ path, rule, requirement }) => ({
      path,
      msg: validationRuleText(rule, ctx.locale, requirement),
    }))
}

/** The other fields of the body may be invalid. */
export function findBodyTimeErrors(ctx: Ctx, body: unknown): FieldError[] {
  return findTimeErrors(ctx, v.parse(Times, body), memberTimeLimits)
}

/** A past start is allowed here: the body alone does not say whether it was there before. */
export function findModeratorBodyTimeErrors(ctx: Ctx, body: unknown): FieldError[] {
  const times = v.parse(Times, body)
  return findTimeErrors(ctx, times, { ...moderatorTimeLimits, keptStart: times.start })
}

type OwnChangeInput = Times & { isPictureKnown?: boolean }

export function validateOwnChange(
  ctx: Ctx,
  { isPictureKnown, ...times }: OwnChangeInput,
  limits: TimeLimits,
): AppError | undefined {
  const errors = findTimeErrors(ctx, times, limits)
  if (!isPictureKnown) errors.push(createUnknownPictureError(ctx))
  return errors.length > 0 ? validationError(errors) : undefined
}

function createUnknownPictureError({ locale }: Ctx): FieldError {
  return { path: 'thumbnail_path', msg: validationRuleText('unknown_picture', locale) }
}

export function findWeeklyDateErrors(ctx: Ctx, dates: readonly TimeSpan[]): FieldError[] {
  const [, ...later] = dates
  const furthest = ctx.now + maxEventDaysAhead * dayMs
  const rules = [
    { path: 'end', rule: 'dates_overlap', isBroken: doDatesOverlap(dates) },
    {
      path: 'weekly_dates',
      rule: 'last_date_too_far',
      isBroken: later.some(({ start }) => start > furthest),
    },
  ]
  return rules
    .filter(({ isBroken }) => isBroken)
    .map(({ path, rule }) => ({ path, msg: validationRuleText(rule, ctx.locale) }))
}

type ValidationOptions = { limits?: TimeLimits; more?: FieldError[] }

export function validateProposal(
  ctx: Ctx,
  input: EventInput,
  context: ProposalContext,
  { limits = memberTimeLimits, more = [] }: ValidationOptions = {},
): AppError | undefined {
  const fieldError = (path: string, rule: string) => ({
    path,
    msg: validationRuleText(rule, ctx.locale),
  })
  const errors = [...findTimeErrors(ctx, input, limits), ...more]
  if (!input.proof_url && !context.isOwnAccount) {
    errors.push(fieldError('proof_url', 'proof_required'))
  }
  if (!context.isPictureKnown) errors.push(createUnknownPictureError(ctx))
  if (!context.isGameKnown) errors.push(fieldError('game_id', 'unknown_game'))
  if (context.knownStreamers !== listStreamerIds(input).length) {
    errors.push(fieldError('participants', 'unknown_streamer'))
  }
  return errors.length > 0 ? validationError(errors) : undefined
}

export function findDuplicateRefusal(
  input: EventInput,
  dates: readonly TimeSpan[],
  nearby: ResultOf<ReturnType<typeof selectNearbyEvents>>,
): AppError | undefined {
  if (input.confirm_similar) return undefined
  const participants = normalizeParticipantNames(
    input.participants.map((participant) =>
      'streamer_id' in participant ? participant.streamer_id : participant.display_name,
    ),
  )
  const neighbours = toNearbyEvents(nearby)
  const accountName = input.streaming_account_name
  const similar = dates.flatMap(({ start }) =>
    pickSimilarEvents({ ...input, startAt: start, accountName, participants }, neighbours),
  )
  if (similar.length === 0) return undefined
  return new AppError('conflict', 'similar_events', {
    details: [
      ...new Map(similar.map((similarEvent) => [similarEvent.id, similarEvent])).values(),
    ].slice(0, maxSimilarEvents),
  })
}
