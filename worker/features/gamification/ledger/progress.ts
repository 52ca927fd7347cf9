import { sql } from 'drizzle-orm'
import { m } from '#messages'
import { read, type Ctx, type Member } from '#worker/context.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { booleanSql, type RowOf } from '#worker/db/row.ts'
import { prepareMemberRow } from '#worker/db/member-row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { AppError } from '#worker/api/errors.ts'
import type { RewardResultView, LevelInfo, StatsView } from './contract.ts'
import { xpRules, type XpAction } from './ledger-rules.ts'
import type { EarnedXp } from './ledger.ts'
import { computeLevel } from './levels.ts'

const standingColumns = {
  totalXp: users.totalXp,
  trust: users.trust,
  createdAt: users.createdAt,
  isSuspended: booleanSql(sql`${users.gamificationSuspendedAt} is not null`),
  isGamified: users.isGamified,
}
export type MemberProgress = RowOf<typeof standingColumns>

export const selectProgress = prepareMemberRow(standingColumns)

type ProgressChange = {
  action: XpAction
  before: MemberProgress
  after: MemberProgress
  earned: EarnedXp | undefined
  isCapped?: boolean
}

function chooseCapMessage(
  { locale }: Ctx,
  { isSuspended }: MemberProgress,
  retryInHours: 1 | 24 | null,
): string | null {
  if (isSuspended) return m.gamification_suspended({}, { locale })
  return retryInHours && m.points_cap_reached({ hours: retryInHours }, { locale })
}

/** Undefined while gamification is off. `earned` is undefined when the ledger wrote nothing. */
export function buildRewardResultView(
  ctx: Ctx,
  { action, before, after, earned, isCapped = earned?.points === 0 }: ProgressChange,
): RewardResultView {
  const level = computeLevel(after.totalXp)
  const rule: { points: number; perHour?: number } = xpRules[action]
  const isHourCapped = rule.perHour !== undefined && !earned?.isDayCapped
  const isShown = after.isGamified
  const retryInHours = isCapped && isShown ? (isHourCapped ? 1 : 24) : null
  return {
    gamification: {
      success: !after.isSuspended,
      message: isShown ? chooseCapMessage(ctx, after, retryInHours) : null,
      xp_earned: Math.max(0, earned?.points ?? 0),
      trust_score: after.trust,
      current_level: level.level,
      current_xp: level.currentXp,
      next_level_xp: level.nextLevelXp,
      level_up: isShown && level.level > computeLevel(before.totalXp).level,
      progress_percentage: level.percentage,
      retry_in_hours: retryInHours,
    },
  }
}

export function toLevelInfo(standing: MemberProgress | undefined): LevelInfo {
  if (!standing) throw new AppError('unauthenticated', 'session_ended')
  const level = computeLevel(standing.totalXp)
  return {
    current_level: level.level,
    current_xp: level.currentXp,
    next_level_xp: level.nextLevelXp,
    progress_percentage: level.percentage,
    total_xp: standing.totalXp,
    member_since: toInstant(standing.createdAt),
  }
}

export async function getMyStats(ctx: Ctx<Member>): Promise<StatsView> {
  const { standing } = await read(ctx, { standing: selectProgress(ctx.actor) })
  return { level_info: toLevelInfo(standing) }
}
