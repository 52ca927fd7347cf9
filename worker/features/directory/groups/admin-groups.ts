import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Moderator } from '#worker/context.ts'
import type { GroupId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { eg, g } from '#worker/db/aliases.ts'
import { pageLimit, selectAdminPage } from '#worker/db/admin-page.ts'
import type { Statement } from '#worker/db/client.ts'
import { contains } from '#worker/db/conditions.ts'
import { instantSql, nullable, type RowOf } from '#worker/db/row.ts'
import { events } from '#worker/db/schema/events.ts'
import { existing, select } from '#worker/db/statement.ts'
import { toNameKey } from '#worker/features/directory/names.ts'
import type { AdminGroup, AdminGroupsQuery, GroupSort } from './contract.ts'
import { groupColumns, groupDetailColumns, groupsWithGames, toGroupView } from './groups.ts'

function adminGroupColumns(now: number) {
  return {
    ...groupColumns(now),
    ...groupDetailColumns(now),
    gameId: nullable(g.id),
    /** Named, so that the list can be sorted by it without counting twice. */
    linked: sql<number>`(select count(*) from ${events}
      where ${events.groupId} = ${eg.id}) as linked`,
    createdAt: instantSql(eg.createdAt),
  }
}
type AdminGroupRow = RowOf<ReturnType<typeof adminGroupColumns>>

/** `tail` follows the joins: where, order and limit, with `eg` as the group. */
export function selectAdminGroups({ now }: Ctx, tail: SQL): Statement<AdminGroupRow[]> {
  return select(adminGroupColumns(now), sql`from ${groupsWithGames} ${tail}`)
}

export function selectExistingGroup(ctx: Ctx, id: GroupId): Statement<AdminGroupRow> {
  return existing(selectAdminGroups(ctx, sql`where ${eg.id} = ${id}`), 'group_not_found')
}

export function toAdminGroup(row: AdminGroupRow): AdminGroup {
  const { thumbnail_path, game, ...view } = toGroupView(row)
  return {
    ...view,
    thumbnail_path: row.thumbnail,
    picture_path: thumbnail_path,
    game: game && row.gameId !== null ? { id: row.gameId, ...game } : null,
    linked_events: row.linked,
    created_at: row.createdAt,
  }
}

const orders: Record<GroupSort, SQL> = {
  name: sql`${eg.nameKey}`,
  '-name': sql`${eg.nameKey} desc`,
  created: sql`${eg.createdAt}, ${eg.id}`,
  '-created': sql`${eg.createdAt} desc, ${eg.id} desc`,
  events: sql`linked, ${eg.nameKey}`,
  '-events': sql`linked desc, ${eg.nameKey}`,
}

export function listAdminGroups(
  ctx: Ctx<Moderator>,
  query: AdminGroupsQuery,
): Promise<AdminPage<AdminGroup>> {
  const { q, sort } = query
  const where = q === '' ? sql`` : sql`where ${contains(eg.nameKey, toNameKey(q))}`
  const found = selectAdminGroups(ctx, sql`${where} order by ${orders[sort]} ${pageLimit(query)}`)
  return read(ctx, selectAdminPage(query, found, sql`${eg} ${where}`, toAdminGroup))
}
