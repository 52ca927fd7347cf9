import { sql } from 'drizzle-orm'
import { read, write, type Admin, type Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { auditEntries, users } from '#worker/db/schema/accounts.ts'
import { update } from '#worker/db/writes.ts'
import { insertAuditEntry } from '#worker/audit/audit-entries.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { notify, sendQueued, type QueuedDelivery } from '#worker/outbox/notify.ts'
import {
  correctXp,
  selectCorrection,
  type Correction,
} from '#worker/features/gamification/ledger/correction.ts'
import { AppError } from '#worker/api/errors.ts'
import type { NotificationPayloads } from '#worker/features/notifications/kinds.ts'
import type {
  CorrectionInput,
  OptionalRankingReasonInput,
  RankedMember,
  RankingAct,
} from './contract.ts'
import type { LeaderboardPeriod } from '#worker/features/gamification/ledger/contract.ts'
import { requireRankedMember, selectRankedMember } from './ranked-members.ts'

type Target = { id: UserId; period: LeaderboardPeriod }

type Flag = { column: 'leaderboardExcludedAt' | 'gamificationSuspendedAt'; isSet: boolean }
const flags: Record<RankingAct, Flag> = {
  exclude: { column: 'leaderboardExcludedAt', isSet: true },
  include: { column: 'leaderboardExcludedAt', isSet: false },
  suspend: { column: 'gamificationSuspendedAt', isSet: true },
  lift_suspension: { column: 'gamificationSuspendedAt', isSet: false },
}

/** Notifies the member once per entry of the audit log; runs right after that entry. */
function notifyMember(
  ctx: Ctx<Admin>,
  id: UserId,
  payload: NotificationPayloads['gamification_decision'],
): Statement<QueuedDelivery[]> {
  return notify(ctx, {
    kind: 'gamification_decision',
    key: sql`'gamification_decision:' || (select max(${auditEntries.id}) from ${auditEntries})`,
    users: sql`select ${id}`,
    only: sql`changes() = 1`,
    eventId: sql`null`,
    payload,
    deadlineAt: null,
  })
}

/**
 * Idempotent.
 * @throws AppError `user_not_found`
 */
export async function changeRankingStatus(
  ctx: Ctx<Admin>,
  { id, act, period }: Target & { act: RankingAct },
  { reason = null }: OptionalRankingReasonInput,
): Promise<RankedMember> {
  const { before } = await read(ctx, { before: selectRankedMember(ctx, id, period) })
  requireRankedMember(before)
  const { column, isSet } = flags[act]
  const { changed, queued, after } = await write(ctx, {
    changed: update(
      users,
      { [column]: isSet ? ctx.now : null },
      {
        where: sql`${users.id} = ${id} and (${users[column]} is null) = ${Number(isSet)}`,
        returning: { id: users.id },
      },
    ),
    entry: insertAuditEntry(ctx, { act, subject: 'user', id, reason, when: sql`changes() = 1` }),
    queued: notifyMember(ctx, id, { act, reason }),
    after: selectRankedMember(ctx, id, period),
  })
  if (changed.length > 0) await queuePurge(ctx, { type: 'leaderboard' })
  await sendQueued(ctx, queued)
  return requireRankedMember(after)
}

/** @throws AppError `user_not_found`, `not_enough_xp`, `idempotency_key_reused` */
export async function correctMemberXp(
  ctx: Ctx<Admin>,
  { id, period, key }: Target & { key: string },
  { points, reason }: CorrectionInput,
): Promise<RankedMember> {
  const { before } = await read(ctx, { before: selectRankedMember(ctx, id, period) })
  requireRankedMember(before)
  const correction: Correction = { userId: id, points, reason, key }
  const { entry, rewards } = correctXp(ctx, correction)
  const to = points > 0 ? `+${points}` : String(points)
  const { queued, after, written } = await write(ctx, {
    correction: entry,
    entry: insertAuditEntry(ctx, {
      act: 'correct',
      subject: 'user',
      id,
      to,
      reason,
      when: sql`changes() = 1`,
    }),
    queued: notifyMember(ctx, id, { act: 'correct', points, reason }),
    after: selectRankedMember(ctx, id, period),
    written: selectCorrection(correction),
    rewards,
  })
  if (!written) throw new AppError('conflict', 'not_enough_xp')
  if (written.points !== points || written.reason !== reason) {
    throw new AppError('conflict', 'idempotency_key_reused')
  }
  await sendQueued(ctx, queued)
  return requireRankedMember(after)
}
