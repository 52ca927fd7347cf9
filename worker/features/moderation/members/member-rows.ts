import { sql, type SQL } from 'drizzle-orm'
import type { Ctx, Moderator } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import { booleanSql, instantSql, jsonRow, notNullable, type RowOf } from '#worker/db/row.ts'
import {
  gameFollows,
  groupFollows,
  streamerFollows,
  streamers,
} from '#worker/db/schema/directory.ts'
import { events, hypes } from '#worker/db/schema/events.ts'
import { identities, users } from '#worker/db/schema/accounts.ts'
import { existing, select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { computeLevel } from '#worker/features/gamification/ledger/levels.ts'
import type { MemberRole, MemberView, SignInMethod } from './contract.ts'
import { maskEmail } from './mask-email.ts'
import { listAvailableActions, type PersonWithRole } from './member-rules.ts'

export const member = alias(users, 'u')

const streamerColumns = { id: streamers.id, display_name: streamers.displayName }

const countEventsSql = (status: 'approved' | 'rejected' | 'pending' | 'disabled') =>
  sql<number>`total(${equals(events.status, status)})`
const proposalColumns = {
  approved: countEventsSql('approved'),
  rejected: countEventsSql('rejected'),
  pending: countEventsSql('pending'),
  disabled: countEventsSql('disabled'),
}

const memberColumns = {
  id: member.id,
  username: member.username,
  usernameKey: member.usernameKey,
  email: member.email,
  emailKey: member.emailKey,
  isEmailVerified: booleanSql(sql`${member.emailVerifiedAt} is not null`),
  hasPassword: booleanSql(sql`${member.passwordHash} is not null`),
  /** JSON; nobody signs in with a YouTube channel. */
  providers: sql<string>`(select json_group_array(${identities.provider}) from ${identities}
    where ${identities.userId} = ${member.id} and ${identities.provider} <> 'youtube')`,
  role: member.role,
  isActive: member.isActive,
  isSoftBanned: member.isSoftBanned,
  avatarPath: member.avatarPath,
  language: member.interfaceLanguage,
  streamer: jsonRow(
    streamerColumns,
    (row) => sql`(select ${row} from ${streamers} where ${streamers.userId} = ${member.id})`,
  ),
  trust: member.trust,
  totalXp: member.totalXp,
  isGamified: member.isGamified,
  createdAt: instantSql(member.createdAt),
  proposals: notNullable(
    jsonRow(
      proposalColumns,
      (row) => sql`(select ${row} from ${events} where ${events.proposerId} = ${member.id})`,
    ),
  ),
  hypes: sql<number>`(select count(*) from ${hypes} where ${hypes.userId} = ${member.id})`,
  follows: sql<number>`(select count(*) from ${streamerFollows}
      where ${streamerFollows.userId} = ${member.id})
    + (select count(*) from ${gameFollows} where ${gameFollows.userId} = ${member.id})
    + (select count(*) from ${groupFollows} where ${groupFollows.userId} = ${member.id})`,
}

const reviewer = alias(users, 'reviewer')

function memberColumnsFor({ actor }: Ctx<Moderator>) {
  return {
    ...memberColumns,
    actorRole: sql<MemberRole | null>`(select ${reviewer.role} from ${reviewer}
      where ${reviewer.id} = ${actor.userId})`,
  }
}
export type MemberRow = RowOf<ReturnType<typeof memberColumnsFor>>

export function selectMembers(
  ctx: Ctx<Moderator>,
  { ids, order }: { ids: SQL; order: SQL },
): Statement<MemberRow[]> {
  // Only the rows that are shown are counted up.
  return select(
    memberColumnsFor(ctx),
    sql`from (${ids}) wanted cross join ${member} on ${member.id} = wanted.id order by ${order}`,
  )
}

export function selectMember(ctx: Ctx<Moderator>, id: UserId): Statement<MemberRow> {
  const found = select(memberColumnsFor(ctx), sql`from ${member} where ${member.id} = ${id}`)
  return existing(found, 'user_not_found')
}

export function toActingPerson(
  { actor }: Ctx<Moderator>,
  { actorRole }: MemberRow,
): PersonWithRole {
  return { id: actor.userId, role: actorRole ?? 'member' }
}

function listSignInMethods({ hasPassword, providers }: MemberRow): SignInMethod[] {
  const others = JSON.parse(providers) as SignInMethod[]
  return [...(hasPassword ? ['password' as const] : []), ...others.toSorted()]
}

export function toMemberView(ctx: Ctx<Moderator>, row: MemberRow): MemberView {
  return {
    id: row.id,
    username: row.username,
    email: row.email === null ? null : maskEmail(row.email),
    is_email_verified: row.isEmailVerified,
    sign_in_methods: row.actorRole === 'admin' ? listSignInMethods(row) : null,
    role: row.role,
    is_active: row.isActive,
    is_soft_banned: row.isSoftBanned,
    avatar_path: row.avatarPath,
    streamer: row.streamer,
    trust: row.trust,
    level: row.isGamified ? computeLevel(row.totalXp).level : null,
    total_xp: row.isGamified ? row.totalXp : null,
    created_at: row.createdAt,
    counts: { ...row.proposals, hypes: row.hypes, follows: row.follows },
    acts: listAvailableActions(toActingPerson(ctx, row), row),
  }
}
