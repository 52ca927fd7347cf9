import { sql } from 'drizzle-orm'
import { read, write, type Admin, type Ctx, type Moderator } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { sessions, users } from '#worker/db/schema/accounts.ts'
import { update } from '#worker/db/writes.ts'
import { insertSecurityEvent } from '#worker/audit/security-events.ts'
import { auditChange, insertAuditEntry } from '#worker/audit/audit-entries.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { eraseMember } from '#worker/features/accounts/profile/erase-member.ts'
import { AppError } from '#worker/api/errors.ts'
import { stopDeliveriesToInactiveMember } from '#worker/features/notifications/delivery/stop.ts'
import type {
  MemberAction,
  MemberRole,
  MemberView,
  ScopesInput,
  MemberStateAction,
  MemberStateActionInput,
} from './contract.ts'
import { toActingPerson, selectMember, toMemberView, type MemberRow } from './member-rows.ts'
import { isActionPermitted, findActionRefusal } from './member-rules.ts'

type MemberFlag = { name: 'isActive' | 'isSoftBanned'; value: boolean }

const flags: Record<MemberStateAction, MemberFlag> = {
  activate: { name: 'isActive', value: true },
  deactivate: { name: 'isActive', value: false },
  soft_ban: { name: 'isSoftBanned', value: true },
  remove_soft_ban: { name: 'isSoftBanned', value: false },
}

/** @throws AppError where the action is not permitted. */
async function readMemberForAction(
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

/** @throws AppError `user_not_found`, `own_account`, `member_protected`, `member_changed` */
export async function changeMemberState(
  ctx: Ctx<Moderator>,
  { id, act }: { id: UserId; act: MemberStateAction },
  { reason }: MemberStateActionInput,
): Promise<MemberView> {
  await readMemberForAction(ctx, act, id)
  const { name, value } = flags[act]
  const { changed, member } = await write(ctx, {
    changed: auditChange(
      ctx,
      update(
        users,
        { [name]: value },
        {
          where: sql`${users.id} = ${id} and ${users[name]} <> ${Number(value)}
            and ${isActionPermitted(ctx, act)}`,
        },
      ),
      { act, subject: 'user', id, reason },
    ),
    member: selectMember(ctx, id),
    ended:
      act === 'deactivate'
        ? [endSessionsOfInactive(ctx, id), stopDeliveriesToInactiveMember(ctx, id)]
        : [],
  })
  if (changed.hasChanged) await queuePurge(ctx, { type: 'leaderboard' })
  if (member[name] !== value) throw createRaceConflict()
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
export async function deleteMember(ctx: Ctx<Admin>, id: UserId): Promise<void> {
  const { usernameKey, emailKey } = await readMemberForAction(ctx, 'delete', id)
  const isGone = await eraseMember(
    ctx,
    { userId: id, usernameKey, emailKey },
    {
      when: isActionPermitted(ctx, 'delete'),
      entry: insertAuditEntry(ctx, { act: 'delete', subject: 'user', id }),
    },
  )
  if (!isGone) throw createRaceConflict()
}
