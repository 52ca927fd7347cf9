import { sql, type SQL } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { equals } from '#worker/db/conditions.ts'
import { booleanSql } from '#worker/db/row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { events } from '#worker/db/schema/events.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { alias } from '#worker/db/write-sql.ts'
import { AppError } from '#worker/api/errors.ts'
import { scheduleDraftPrefix } from '#worker/contracts/proposal-limits.ts'
import type { EventInput } from './contract.ts'

// There is room again once moderators decide, at no foreseeable time.
const pendingRetryAfterSeconds = 3600

const mine = alias(events, 'mine')

/** A weekly proposal counts once, and each of its dates beside. */
const isProposal = sql`${mine.firstDateId} is null`
const isImported = sql`coalesce(${mine.draftKey} like ${`${scheduleDraftPrefix}%`}, 0)`
const isPending = sql`${equals(mine.status, 'pending')} and ${mine.approveAt} is null`
const isUnreviewed = sql`${mine.reviewedAt} is null
  and (${mine.approvedAt} is not null or ${mine.approveAt} is not null)`

function usageCountColumns(now: number, userId: SQL) {
  const dates = sql`from ${mine} where ${mine.proposerId} = ${userId}`
  const proposals = sql`${dates} and ${isProposal}`
  const sinceYesterday = sql`${mine.createdAt} > ${now - dayMs}`
  return {
    pending: sql<number>`(select count(*) ${proposals} and ${isPending} and not ${isImported})`,
    pendingDates: sql<number>`(select count(*) ${dates} and ${isPending} and not ${isImported})`,
    importedPending: sql<number>`(select count(*) ${proposals} and ${isPending} and ${isImported})`,
    proposedToday: sql<number>`(select count(*) ${proposals} and ${sinceYesterday} and not ${isImported})`,
    proposedDatesToday: sql<number>`(select count(*) ${dates} and ${sinceYesterday} and not ${isImported})`,
    firstToday: sql<
      number | null
    >`(select min(${mine.createdAt}) ${proposals} and ${sinceYesterday} and not ${isImported})`,
    publishedToday: sql<number>`(select count(*) ${proposals} and ${sinceYesterday} and ${isUnreviewed})`,
    publishedDatesToday: sql<number>`(select count(*) ${dates} and ${sinceYesterday} and ${isUnreviewed})`,
    firstPublished: sql<
      number | null
    >`(select min(${mine.createdAt}) ${proposals} and ${sinceYesterday} and ${isUnreviewed})`,
  }
}

export function limitColumns(now: number, participants: SQL = sql`'[]'`) {
  return {
    isEmailVerified: booleanSql(sql`${users.emailVerifiedAt} is not null`),
    trust: users.trust,
    memberSince: users.createdAt,
    /** Number of the named streamers who are the member. */
    ownParticipants: sql<number>`(select count(*) from ${streamers}
      where ${streamers.userId} = ${users.id}
        and ${streamers.id} in (select value from json_each(${participants})))`,
    ...usageCountColumns(now, sql`${users.id}`),
  }
}

export type MemberProposalUsage = {
  isEmailVerified: boolean
  trust: number
  memberSince: number
  pending: number
  pendingDates: number
  proposedToday: number
  proposedDatesToday: number
  firstToday: number | null
  publishedToday: number
  publishedDatesToday: number
  firstPublished: number | null
}

export type ReviewRequirement = {
  reason: 'email' | 'trust' | 'new_account' | 'limit'
  until?: number
}

export function findReviewRequirement(
  { now, config }: Pick<Ctx, 'now' | 'config'>,
  member: MemberProposalUsage,
  dates = 1,
): ReviewRequirement | undefined {
  const limits = config.PROPOSAL_LIMITS
  if (!member.isEmailVerified) return { reason: 'email' }
  if (member.trust < limits.publishingTrust) return { reason: 'trust' }
  const oldEnoughAt = member.memberSince + limits.publishingAccountDays * dayMs
  if (now < oldEnoughAt) return { reason: 'new_account', until: oldEnoughAt }
  const hasRoom =
    member.publishedToday < limits.publishedPerDay &&
    hasRoomForDates(dates, member.publishedDatesToday, limits.publishedDatesPerDay)
  if (hasRoom) return undefined
  return { reason: 'limit', until: (member.firstPublished ?? now) + dayMs }
}

/** The first proposal is never too many, however many dates it has. */
function hasRoomForDates(dates: number, used: number, limit: number): boolean {
  return used === 0 || used + dates <= limit
}

function hasRoomForDatesSql(dates: number, used: SQL, limit: number): SQL {
  return sql`(${used} = 0 or ${used} + ${dates} <= ${limit})`
}

type PublishRequest = { otherParticipants?: number; dates?: number }

export function mayPublishWithoutReview(
  ctx: Pick<Ctx, 'now' | 'config'>,
  member: MemberProposalUsage,
  { otherParticipants = 0, dates = 1 }: PublishRequest = {},
): boolean {
  const { publishingParticipants } = ctx.config.PROPOSAL_LIMITS
  return otherParticipants <= publishingParticipants && !findReviewRequirement(ctx, member, dates)
}

export function countOtherParticipants(
  input: EventInput,
  { ownParticipants }: { ownParticipants: number },
): number {
  return input.participants.length - ownParticipants
}

export function tooManyProposalsError(retryAfter: number): AppError {
  return new AppError('rate_limited', 'too_many_proposals', { retryAfter })
}

export function tooManyPendingError(): AppError {
  return new AppError('rate_limited', 'too_many_pending', { retryAfter: pendingRetryAfterSeconds })
}

export function findPendingRefusal(
  { config }: Pick<Ctx, 'config'>,
  { pending, pendingDates }: Pick<MemberProposalUsage, 'pending' | 'pendingDates'>,
  dates: number,
): AppError | undefined {
  const limits = config.PROPOSAL_LIMITS
  const isRoom =
    pending < limits.pending && hasRoomForDates(dates, pendingDates, limits.pendingDates)
  return isRoom ? undefined : tooManyPendingError()
}

export function findLimitRefusal(
  { now, config }: Pick<Ctx, 'now' | 'config'>,
  member: MemberProposalUsage,
  { isPublishing, dates }: { isPublishing: boolean; dates: number },
): AppError | undefined {
  const limits = config.PROPOSAL_LIMITS
  const { proposedToday, proposedDatesToday, firstToday } = member
  const isRoom = hasRoomForDates(dates, proposedDatesToday, limits.proposedDatesPerDay)
  if (proposedToday >= limits.proposedPerDay || !isRoom) {
    return tooManyProposalsError(Math.ceil(((firstToday ?? now) + dayMs - now) / 1000))
  }
  return isPublishing ? undefined : findPendingRefusal({ config }, member, dates)
}

/** Condition for the statement that writes, so that several sent at once stay within the limits. */
export function isWithinLimits(
  { now, config }: Pick<Ctx, 'now' | 'config'>,
  {
    userId,
    isPublishing,
    isFromSchedule,
    dates,
  }: { userId: UserId; isPublishing: boolean; isFromSchedule: boolean; dates: number },
): SQL {
  const limits = config.PROPOSAL_LIMITS
  const used = usageCountColumns(now, sql`${userId}`)
  const published = sql`${used.publishedToday} < ${limits.publishedPerDay}
    and ${hasRoomForDatesSql(dates, used.publishedDatesToday, limits.publishedDatesPerDay)}`
  if (isFromSchedule) {
    return isPublishing ? published : sql`${used.importedPending} < ${limits.importedPending}`
  }
  const proposed = sql`${used.proposedToday} < ${limits.proposedPerDay}
    and ${hasRoomForDatesSql(dates, used.proposedDatesToday, limits.proposedDatesPerDay)}`
  return isPublishing
    ? sql`${proposed} and ${published}`
    : sql`${proposed} and ${used.pending} < ${limits.pending}
        and ${hasRoomForDatesSql(dates, used.pendingDates, limits.pendingDates)}`
}
