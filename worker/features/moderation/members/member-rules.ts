import { sql, type SQL } from 'drizzle-orm'
import type { Ctx, Moderator } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { alias } from '#worker/db/write-sql.ts'
import { AppError } from '#worker/api/errors.ts'
import { MemberAction, type MemberRole } from './contract.ts'

const neededRole: Record<MemberAction, 'moderator' | 'admin'> = {
  activate: 'moderator',
  deactivate: 'moderator',
  soft_ban: 'moderator',
  remove_soft_ban: 'moderator',
  remove_picture: 'moderator',
  show_email: 'admin',
  send_deletion_link: 'admin',
  change_scopes: 'admin',
  delete: 'admin',
}

export type PersonWithRole = { id: UserId; role: MemberRole }
type TargetMember = PersonWithRole & {
  isActive: boolean
  isSoftBanned: boolean
  avatarPath: string | null
  email: string | null
}

export function findActionRefusal(
  act: MemberAction,
  actor: PersonWithRole,
  target: PersonWithRole,
): AppError | undefined {
  if (actor.id === target.id) {
    return new AppError('conflict', act === 'change_scopes' ? 'own_scopes' : 'own_account')
  }
  if (actor.role === 'admin') return undefined
  const isOpen = neededRole[act] === 'moderator' && target.role === 'member'
  return isOpen ? undefined : new AppError('forbidden', 'member_protected')
}

const me = alias(users, 'me')

/** Repeats the rules as the row is written: rights may have gone since; one admin remains. */
export function isActionPermitted({ actor }: Ctx<Moderator>, act: MemberAction): SQL {
  const byModerator =
    neededRole[act] === 'moderator'
      ? sql`(${me.role} = 'moderator' and ${users.role} = 'member')`
      : sql`false`
  return sql`exists (select 1 from ${me} where ${me.id} = ${actor.userId} and ${me.id} <> ${users.id}
    and ${me.isActive} = 1 and (${me.role} = 'admin' or ${byModerator}))`
}

export function listAvailableActions(actor: PersonWithRole, target: TargetMember): MemberAction[] {
  const { isActive, isSoftBanned, avatarPath, email, role } = target
  const isPointless: Record<MemberAction, boolean> = {
    activate: isActive,
    deactivate: !isActive,
    soft_ban: isSoftBanned,
    remove_soft_ban: !isSoftBanned,
    remove_picture: avatarPath === null,
    show_email: email === null,
    // Staff lose their role first.
    send_deletion_link: email === null || role !== 'member',
    change_scopes: false,
    delete: false,
  }
  return MemberAction.options.filter(
    (act) => !isPointless[act] && !findActionRefusal(act, actor, target),
  )
}
