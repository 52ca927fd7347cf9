import { sql } from 'drizzle-orm'
import { read, write, type Admin, type Ctx, type Moderator } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { sessions, users } from '#worker/db/schema/accounts.ts'
import { update, valuesConditionSql, type UpdateValues } from '#worker/db/writes.ts'
import { insertSecurityEvent } from '#worker/audit/security-events.ts'
import { auditChange, insertAuditEntry } from '#worker/audit/audit-entries.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { eraseMember } from '#worker/features/accounts/profile/erase-member.ts'
import { queueMediaRemoval } from '#worker/features/media/uploads/remove-media.ts'
import type { DecisionReasons, ReasonsInput } from '#worker/contracts/decision-reasons.ts'
import { queueDecisionMail } from '#worker/features/moderation/decisions/mail-decision.ts'
import { tellDecision, toEntryReasons } from '#worker/audit/tell-decision.ts'
import { sendQueuedDeliveries } from '#worker/outbox/lanes.ts'
import { AppError } from '#worker/api/errors.ts'
import { stopDeliveriesToInactiveMember } from '#worker/features/notifications/delivery/stop.ts'
import type {
  MemberAction,
  MemberRole,
  MemberView,
  ScopesInput,
  MemberStateAction,
} from './contract.ts'
import { toActingPerson, selectMember, toMemberView, type MemberRow } from './member-rows.ts'
import { isActionPermitted, findActionRefusal } from './member-rules.ts'

type MemberState = Pick<UpdateValues<typeof users>, 'isActive' | 'isSoftBanned' | 'avatarPath'>

const states: Record<MemberStateAction, MemberState> = {
  activate: { isActive: true },
  deactivate: { isActive: false },
  soft_ban: { isSoftBanned: true },
  remove_soft_ban: { isSoftBanned: false },
  remove_picture: { avatarPath: null },
}

/** @throws AppError where the action is not permitted. */
export async function readMemberForAction(
  ctx: Ctx<Moderator>,
  act: MemberAction,
  id: UserId,
): Promise<MemberRow> {
  const { member } = await read(ctx, { member: selectMember(ctx, id) })
  const refusal = findActionRefusal(act, toActingPerson(ctx, member), member)
  if (refusal) throw refusal
  return member
}

function createRaceConflict(): AppError {
  return new AppError('conflict', 'member_changed')
}

function endSessionsOfInactive({ now }: Ctx, id: UserId) {
  return update(
    sessions,
    { revokedAt: now },
    {
      where: sql`${sessions.userId} = ${id} and ${sessions.revokedAt} is null
        and exists (select 1 from ${users} where ${users.id} = ${id} and not ${users.isActive})`,
    },
  )
}

type StateChange = { id: UserId; act: MemberStateAction; reasons: Partial<ReasonsInput> }

/**
 * The member is told, with the reasons.
 * @throws AppError `user_not_found`, `own_account`, `member_protected`, `member_changed`
 */
export async function changeMemberState(
  ctx: Ctx<Moderator>,
  { id, act, reasons }: StateChange,
): Promise<MemberView> {
  const { avatarPath } = await readMemberForAction(ctx, act, id)
  const decision = { act, subject: 'user', id } as const
  const state = states[act]
  const { changed, member } = await write(ctx, {
    changed: auditChange(
      ctx,
      update(users, state, {
        where: sql`${users.id} = ${id} and not ${valuesConditionSql(users, state)}
          and ${isActionPermitted(ctx, act)}`,
      }),
      { ...decision, ...toEntryReasons(reasons) },
      tellDecision(ctx, decision, reasons),
    ),
    member: selectMember(ctx, id),
    ended:
      act === 'deactivate'
        ? [endSessionsOfInactive(ctx, id), stopDeliveriesToInactiveMember(ctx, id)]
        : [],
  })
  if (changed.hasChanged) {
    await sendQueuedDeliveries(ctx, changed.notice.flat())
    if (act === 'remove_picture' && avatarPath) await queueMediaRemoval(ctx, [avatarPath])
    await queuePurge(ctx, { type: 'leaderboard' })
  }
  if (Object.entries(state).some(([name, value]) => member[name as keyof MemberState] !== value)) {
    throw createRaceConflict()
  }
  return toMemberView(ctx, member)
}

function toMemberRole(scopes: ScopesInput['scopes']): MemberRole {
  if (scopes.includes('admin')) return 'admin'
  return scopes.includes('moderator') ? 'moderator' : 'member'
}

/** @throws AppError `user_not_found`, `own_scopes`, `member_changed` */
export async function changeMemberScopes(
  ctx: Ctx<Admin>,
  id: UserId,
  { scopes, reason }: ScopesInput,
): Promise<MemberView> {
  const storedMember = await readMemberForAction(ctx, 'change_scopes', id)
  const role = toMemberRole(scopes)
  const { member } = await write(ctx, {
    changed: auditChange(
      ctx,
      update(
        users,
        { role },
        {
          where: sql`${users.id} = ${id} and ${users.role} = ${storedMember.role}
            and ${users.role} <> ${role} and ${isActionPermitted(ctx, 'change_scopes')}`,
        },
      ),
      { act: 'change_role', subject: 'user', id, from: storedMember.role, to: role, reason },
      { event: insertSecurityEvent(ctx, { kind: 'role_changed', userId: id, detail: role }) },
    ),
    member: selectMember(ctx, id),
  })
  if (member.role !== role) throw createRaceConflict()
  return toMemberView(ctx, member)
}

/**
 * Approved events stay without them; the audit log keeps the id alone.
 * @throws AppError `user_not_found`, `own_account`, `member_changed`
 */
export async function deleteMember(
  ctx: Ctx<Admin>,
  id: UserId,
  reasons: DecisionReasons,
): Promise<void> {
  const member = await readMemberForAction(ctx, 'delete', id)
  const { usernameKey, emailKey, email, isEmailVerified, language: locale } = member
  const about = { act: 'delete', subject: 'user', id } as const
  const isGone = await eraseMember(
    ctx,
    { userId: id, usernameKey, emailKey },
    {
      when: isActionPermitted(ctx, 'delete'),
      detail: 'administrator',
      entries: [
        insertAuditEntry(ctx, { ...about, ...toEntryReasons(reasons) }),
        ...tellDecision(ctx, about, reasons).effects,
      ],
    },
  )
  if (!isGone) throw createRaceConflict()
  if (email === null || !isEmailVerified || reasons.untold_because) return
  await queueDecisionMail(ctx, { subjectId: id, to: email, locale })
}
