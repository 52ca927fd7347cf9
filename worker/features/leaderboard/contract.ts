import * as v from 'valibot'
import { PageQuery, pageOf } from '#worker/contract.ts'

export const LeaderboardPeriod = v.picklist(['week', 'month', 'all'])
export type LeaderboardPeriod = v.InferOutput<typeof LeaderboardPeriod>

const period = v.optional(LeaderboardPeriod, 'week')

export const LeaderboardQuery = v.object({ ...PageQuery, period })
export type LeaderboardQuery = v.InferOutput<typeof LeaderboardQuery>

export const PeriodQuery = v.object({ period })
export type PeriodQuery = v.InferOutput<typeof PeriodQuery>

export const LeaderboardEntry = v.object({
  /** Equal XP is an equal rank, and the next one counts them all: 1, 2, 2, 4. */
  rank: v.number(),
  username: v.string(),
  avatar_url: v.string(),
  level: v.number(),
  /** Earned in the period. */
  xp: v.number(),
})
export type LeaderboardEntry = v.InferOutput<typeof LeaderboardEntry>

export const LeaderboardPage = pageOf(LeaderboardEntry)
export type LeaderboardPage = v.InferOutput<typeof LeaderboardPage>

export const MyRankView = v.object({
  /** Why there is no place; none where there is one. */
  absence: v.nullable(v.picklist(['no_xp', 'opted_out', 'excluded', 'suspended', 'restricted'])),
  /** Those around the member and the member, in their order. */
  neighbours: v.array(v.object({ ...LeaderboardEntry.entries, is_me: v.boolean() })),
  rank: v.nullable(v.number()),
  xp: v.number(),
  /** How many have a place. */
  members: v.number(),
})
export type MyRankView = v.InferOutput<typeof MyRankView>
