import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Moderator } from '#worker/context.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { pageLimit, selectTotal, toAdminPage } from '#worker/db/admin-page.ts'
import { contains } from '#worker/db/contains.ts'
import type { MembersQuery, MemberSort, MemberState, MemberView } from './contract.ts'
import { selectMembers, toMember } from './member-rows.ts'

/** Whoever switched gamification off shows none, by their place neither. */
const shownXp = sql`iif(u.is_gamified, u.total_xp, -1)`

const orders: Record<MemberSort, SQL> = {
  // Ids are given in the order of joining.
  created: sql`u.id`,
  '-created': sql`u.id desc`,
  username: sql`u.username_key`,
  '-username': sql`u.username_key desc`,
  trust: sql`u.trust, u.id desc`,
  '-trust': sql`u.trust desc, u.id desc`,
  xp: sql`${shownXp}, u.id desc`,
  '-xp': sql`${shownXp} desc, u.id desc`,
}

const states: Record<MemberState, SQL> = {
  all: sql`true`,
  active: sql`u.is_active = 1`,
  inactive: sql`u.is_active = 0`,
  soft_banned: sql`u.is_soft_banned = 1`,
  unverified: sql`u.email_verified_at is null`,
}

function isNamed(q: string): SQL {
  const part = q.replace(/^@/, '').toLowerCase()
  if (part === '') return sql`true`
  return sql`(${contains(sql`u.username_key`, part)} or ${contains(sql`u.email_key`, part)})`
}

function whereOf({ q, role, state, is_streamer }: MembersQuery): SQL {
  const hasProfile = sql`exists (select 1 from streamers s where s.user_id = u.id)`
  return sql.join(
    [
      isNamed(q),
      role === 'all' ? sql`true` : sql`u.role = ${role}`,
      states[state],
      is_streamer === undefined
        ? sql`true`
        : sql`${hasProfile} = ${Number(is_streamer === 'true')}`,
    ],
    sql` and `,
  )
}

/** Members, unless sorted otherwise with the newest first. */
export async function listMembers(
  ctx: Ctx<Moderator>,
  query: MembersQuery,
): Promise<AdminPage<MemberView>> {
  const where = whereOf(query)
  const order = orders[query.sort]
  const ids = sql`select u.id from users u where ${where} order by ${order} ${pageLimit(query)}`
  const [found, total] = await read(ctx, [
    selectMembers(ctx, { ids, order }),
    selectTotal(sql`users u where ${where}`),
  ])
  const items = found.map((row) => toMember(ctx, row))
  return toAdminPage(query, items, total)
}
