import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Moderator } from '#worker/context.ts'
import type { GameId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { pageLimit, selectTotal, toAdminPage } from '#worker/db/admin-page.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { named, type Columns } from '#worker/db/columns.ts'
import { contains } from '#worker/db/contains.ts'
import { nameKeyOf } from '#worker/features/imports/files/names.ts'
import type { AdminGroup, AdminGroupsQuery, GroupSort } from './contract.ts'
import { groupColumns, toGroupView, type GroupDetailRow } from './groups.ts'

type AdminRow = GroupDetailRow & { gameId: GameId | null; linked: number; createdAt: number }

/** Of a group `eg` and its game `g`. */
function adminColumns(now: number): Columns<AdminRow> {
  return {
    ...groupColumns(now),
    description: 'eg.description',
    venue: 'eg.venue',
    website: 'eg.website',
    gameId: 'g.id',
    linked: '(select count(*) from events e where e.group_id = eg.id)',
    createdAt: 'eg.created_at',
  }
}

/** `tail` follows the joins: where, order and limit, with `eg` as the group. */
export function selectAdminGroups({ db, now }: Ctx, tail: SQL): Statement<AdminRow[]> {
  return rows<AdminRow>(
    db,
    sql`select ${named(adminColumns(now))}
      from event_groups eg left join games g on g.id = eg.game_id ${tail}`,
  )
}

export function toAdminGroup(row: AdminRow): AdminGroup {
  const { thumbnail_path, game, ...view } = toGroupView(row)
  return {
    ...view,
    thumbnail_path: row.thumbnail,
    picture_path: thumbnail_path,
    game: game && row.gameId !== null ? { id: row.gameId, ...game } : null,
    linked_events: row.linked,
    created_at: toInstant(row.createdAt),
  }
}

const orders: Record<GroupSort, SQL> = {
  name: sql`eg.name_key`,
  '-name': sql`eg.name_key desc`,
  created: sql`eg.created_at, eg.id`,
  '-created': sql`eg.created_at desc, eg.id desc`,
  events: sql`linked, eg.name_key`,
  '-events': sql`linked desc, eg.name_key`,
}

export async function listAdminGroups(
  ctx: Ctx<Moderator>,
  { q, sort, ...paging }: AdminGroupsQuery,
): Promise<AdminPage<AdminGroup>> {
  const where = q === '' ? sql`true` : contains(sql`eg.name_key`, nameKeyOf(q))
  const [found, total] = await read(ctx, [
    selectAdminGroups(ctx, sql`where ${where} order by ${orders[sort]} ${pageLimit(paging)}`),
    selectTotal(sql`event_groups eg where ${where}`),
  ])
  return toAdminPage(paging, found.map(toAdminGroup), total)
}
