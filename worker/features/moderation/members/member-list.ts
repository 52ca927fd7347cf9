import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Moderator } from '#worker/context.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { pageLimit, selectAdminPage } from '#worker/db/admin-page.ts'
import { contains } from '#worker/db/conditions.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import type { MembersQuery, MemberSort, MemberFilter, MemberView } from './contract.ts'
import { member, selectMembers, toMemberView } from './member-rows.ts'

/** Hidden where gamification is off, also in the order. */
const shownXp = sql`iif(${member.isGamified}, ${member.totalXp}, -1)`

const orders: Record<MemberSort, SQL> = {
  // Ids are given in the order of joining.
  created: sql`${member.id}`,
  '-created': sql`${member.id} desc`,
  username: sql`${member.usernameKey}`,
  '-username': sql`${member.usernameKey} desc`,
  trust: sql`${member.trust}, ${member.id} desc`,
  '-trust': sql`${member.trust} desc, ${member.id} desc`,
  xp: sql`${shownXp}, ${member.id} desc`,
  '-xp': sql`${shownXp} desc, ${member.id} desc`,
}

const states: Record<MemberFilter, SQL> = {
  all: sql`true`,
  active: sql`${member.isActive} = 1`,
  inactive: sql`${member.isActive} = 0`,
  soft_banned: sql`${member.isSoftBanned} = 1`,
  unverified: sql`${member.emailVerifiedAt} is null`,
}

/** A sign-up with an address in use only reserves its name for a day. */
const isNoReservation = sql`(${member.signupExpiresAt} is null or ${member.email} is not null)`

function matchesMemberName(q: string): SQL {
  const namePart = q.replace(/^@/, '').toLowerCase()
  if (namePart === '') return sql`true`
  return sql`(${contains(member.usernameKey, namePart)} or ${member.emailKey} = ${q.toLowerCase()})`
}

function buildMembersCondition({ q, role, state, is_streamer }: MembersQuery): SQL {
  const hasProfile = sql`exists (select 1 from ${streamers} where ${streamers.userId} = ${member.id})`
  return sql.join(
    [
      matchesMemberName(q),
      role === 'all' ? sql`true` : sql`${member.role} = ${role}`,
      states[state],
      isNoReservation,
      is_streamer === undefined
        ? sql`true`
        : sql`${hasProfile} = ${Number(is_streamer === 'true')}`,
    ],
    sql` and `,
  )
}

export function listMembers(
  ctx: Ctx<Moderator>,
  query: MembersQuery,
): Promise<AdminPage<MemberView>> {
  const where = buildMembersCondition(query)
  const order = orders[query.sort]
  const ids = sql`select ${member.id} from ${member} where ${where} order by ${order} ${pageLimit(query)}`
  const found = selectMembers(ctx, { ids, order })
  const from = sql`${member} where ${where}`
  const page = selectAdminPage(query, found, from, (row) => toMemberView(ctx, row))
  return read(ctx, page)
}
