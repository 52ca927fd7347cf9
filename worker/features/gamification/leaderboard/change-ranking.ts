import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Admin, type Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { afterChange, update, withNewId } from '#worker/db/writes.ts'
import { insertAuditEntry } from '#worker/audit/audit-entries.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { sendQueuedDeliveries } from '#worker/outbox/lanes.ts'
import { insertNotificationDeliveries } from '#worker/outbox/notify.ts'
import {
  correctXp,
  selectXpCorrection,
  type XpCorrection,
} from '#worker/features/gamification/ledger/correction.ts'
import { AppError } from '#worker/api/errors.ts'
import type { NotificationPayloads } from '#worker/features/notifications/kinds.ts'
import type {
  XpCorrectionInput,
  OptionalRankingReasonInput,
  RankedMember,
  RankingAction,
} from './contract.ts'
import type { LeaderboardPeriod } from '#worker/features/gamification/ledger/contract.ts'
import { selectRankedMember, toRankedMember } from './ranked-members.ts'

type RankedMemberKey = { id: UserId; period: LeaderboardPeriod }

type RankingFlag = { column: 'leaderboardExcludedAt' | 'gamificationSuspendedAt'; isSet: boolean }
const flags: Record<RankingAction, RankingFlag> = {
  exclude: { column: 'leaderboardExcludedAt', isSet: true },
  include: { column: 'leaderboardExcludedAt', isSet: false },
  suspend: { column: 'gamificationSuspendedAt', isSet: true },
  lift_suspension: { column: 'gamificationSuspendedAt', isSet: false },
}

type DecisionPayload = NotificationPayloads['gamification_decision']

/** Notifies the member once per entry of the audit log. */
function auditDecision(ctx: Ctx<Admin>, id: UserId, payload: DecisionPayload, to?: string) {
  const { act, reason } = payload
  return withNewId(
    insertAuditEntry(ctx, { act, subject: 'user', id, to, reason }),
    (entryId: SQL<number>) =>
      insertNotificationDeliveries(ctx, {
        kind: 'gamification_decision',
        key: sql`'gamification_decision:' || ${entryId}`,
        users: sql`select ${id}`,
        payload,
      }),
  )
}

/** Idempotent. @throws AppError `user_not_found` */
export async function changeRankingStatus(
  ctx: Ctx<Admin>,
  { id, act, period }: RankedMemberKey & { act: RankingAction },
  { reason = null }: OptionalRankingReasonInput,
): Promise<RankedMember> {
  await read(ctx, [selectRankedMember(ctx, id, period)])
  const { column, isSet } = flags[act]
  const { changed, after } = await write(ctx, {
    changed: afterChange(
      update(
        users,
        { [column]: isSet ? ctx.now : null },
        { where: sql`${users.id} = ${id} and (${users[column]} is null) = ${Number(isSet)}` },
      ),
      { entry: auditDecision(ctx, id, { act, reason }) },
    ),
    after: selectRankedMember(ctx, id, period),
  })
  if (changed.hasChanged) await queuePurge(ctx, { type: 'leaderboard' })
  await sendQueuedDeliveries(ctx, changed.entry.referring)
  return toRankedMember(after)
}

/** @throws AppError `user_not_found`, `not_enough_xp`, `idempotency_key_reused` */
export async function correctMemberXp(
  ctx: Ctx<Admin>,
  { id, period, key }: RankedMemberKey & { key: string },
  { points, reason }: XpCorrectionInput,
): Promise<RankedMember> {
  await read(ctx, [selectRankedMember(ctx, id, period)])
  const correction: XpCorrection = { userId: id, points, reason, key }
  const { entry, rewards } = correctXp(ctx, correction)
  const to = points > 0 ? `+${points}` : String(points)
  const { corrected, after, written } = await write(ctx, {
    corrected: afterChange(entry, {
      entry: auditDecision(ctx, id, { act: 'correct', points, reason }, to),
    }),
    after: selectRankedMember(ctx, id, period),
    written: selectXpCorrection(correction),
    rewards,
  })
  if (!written) throw new AppError('conflict', 'not_enough_xp')
  if (written.points !== points || written.reason !== reason) {
    throw new AppError('conflict', 'idempotency_key_reused')
  }
  await sendQueuedDeliveries(ctx, corrected.entry.referring)
  return toRankedMember(after)
}
