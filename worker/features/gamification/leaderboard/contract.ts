import * as v from 'valibot'
import { LeaderboardPeriod } from '#worker/features/gamification/ledger/contract.ts'
import { IdempotencyKey } from '#worker/contracts/ids.ts'
import {
  adminPageQueryEntries,
  createAdminPageSchema,
  pageQueryEntries,
  createPageSchema,
} from '#worker/contracts/pagination.ts'
import { text } from '#worker/contracts/text.ts'
import { Instant } from '#worker/contracts/time.ts'

const period = v.optional(LeaderboardPeriod, 'week')

export const LeaderboardQuery = v.object({ ...pageQueryEntries, period })
export type LeaderboardQuery = v.InferOutput<typeof LeaderboardQuery>

export const LeaderboardPeriodQuery = v.object({ period })
export type LeaderboardPeriodQuery = v.InferOutput<typeof LeaderboardPeriodQuery>

export const LeaderboardEntry = v.object({
  /** Ties share a rank and the next rank skips: 1, 2, 2, 4. */
  rank: v.number(),
  username: v.string(),
  avatar_url: v.string(),
  level: v.number(),
  xp: v.number(),
})
export type LeaderboardEntry = v.InferOutput<typeof LeaderboardEntry>

export const LeaderboardPage = createPageSchema(LeaderboardEntry)
export type LeaderboardPage = v.InferOutput<typeof LeaderboardPage>

export const MyRankView = v.object({
  /** Why the member has no rank; null with one. */
  absence: v.nullable(
    v.picklist(['no_xp', 'not_told', 'opted_out', 'excluded', 'suspended', 'restricted']),
  ),
  neighbours: v.array(v.object({ ...LeaderboardEntry.entries, is_me: v.boolean() })),
  rank: v.nullable(v.number()),
  xp: v.number(),
  members: v.number(),
})
export type MyRankView = v.InferOutput<typeof MyRankView>

export const RankingAction = v.picklist(['exclude', 'include', 'suspend', 'lift_suspension'])
export type RankingAction = v.InferOutput<typeof RankingAction>

export const LeaderboardAction = v.picklist([...RankingAction.options, 'correct'])
export type LeaderboardAction = v.InferOutput<typeof LeaderboardAction>

export const LeaderboardAbsenceReason = v.picklist([
  'excluded',
  'suspended',
  'opted_out',
  'not_told',
  'restricted',
  'inactive',
  'no_xp',
])
export type LeaderboardAbsenceReason = v.InferOutput<typeof LeaderboardAbsenceReason>

/** Includes members hidden from the leaderboard. */
export const RankedMember = v.object({
  ...LeaderboardEntry.entries,
  id: v.number(),
  rank: v.nullable(v.number()),
  /** Null: gamification is off. */
  level: v.nullable(v.number()),
  total_xp: v.number(),
  absences: v.array(LeaderboardAbsenceReason),
  acts: v.array(LeaderboardAction),
})
export type RankedMember = v.InferOutput<typeof RankedMember>

export const RankedMemberFilter = v.picklist([
  'all',
  'ranked',
  'excluded',
  'suspended',
  'opted_out',
  'restricted',
])
export type RankedMemberFilter = v.InferOutput<typeof RankedMemberFilter>

export const RankedMembersQuery = v.object({
  ...adminPageQueryEntries,
  ...LeaderboardPeriodQuery.entries,
  /** A part of the username; with it members without XP in the period are included. */
  q: v.optional(text(0, 100), ''),
  state: v.optional(RankedMemberFilter, 'all'),
})
export type RankedMembersQuery = v.InferOutput<typeof RankedMembersQuery>

export const RankedMembersPage = createAdminPageSchema(RankedMember)

/** Days have their date as name. */
const LedgerSubject = v.object({
  type: v.picklist(['event', 'streamer', 'game', 'article', 'account', 'day']),
  /** Null: deleted. */
  name: v.nullable(v.string()),
})
export type LedgerSubject = v.InferOutput<typeof LedgerSubject>

export const LedgerEntry = v.object({
  id: v.number(),
  /** A rule's name, or `correction`. */
  action: v.string(),
  is_reversal: v.boolean(),
  points: v.number(),
  subject: v.nullable(LedgerSubject),
  reason: v.nullable(v.string()),
  at: Instant,
})
export type LedgerEntry = v.InferOutput<typeof LedgerEntry>

export const LedgerQuery = v.object(adminPageQueryEntries)
export type LedgerQuery = v.InferOutput<typeof LedgerQuery>

export const LedgerPage = createAdminPageSchema(LedgerEntry)

const reason = text(1, 500)

export const RankingReasonInput = v.object({ reason })
export type RankingReasonInput = v.InferOutput<typeof RankingReasonInput>

export const OptionalRankingReasonInput = v.object({
  reason: v.nullish(
    v.pipe(
      text(0, 500),
      v.transform((value) => value || null),
    ),
  ),
})
export type OptionalRankingReasonInput = v.InferOutput<typeof OptionalRankingReasonInput>

const mostPoints = 10_000

export const XpCorrectionInput = v.object({
  points: v.pipe(
    v.number(),
    v.integer('whole_points'),
    v.minValue(-mostPoints),
    v.maxValue(mostPoints),
    v.notValue(0, 'whole_points'),
  ),
  reason,
})
export type XpCorrectionInput = v.InferOutput<typeof XpCorrectionInput>

export const XpCorrectionHeaders = v.object({ 'idempotency-key': IdempotencyKey })
