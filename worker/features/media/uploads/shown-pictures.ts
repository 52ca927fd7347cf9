import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Statement } from '#worker/db/client.ts'
import { eventGroups, games, streamers } from '#worker/db/schema/directory.ts'
import { platformPictures } from '#worker/db/schema/live.ts'
import { events } from '#worker/db/schema/events.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { deals } from '#worker/db/schema/deals.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { queryRows } from '#worker/db/statement.ts'

/** Every column that says where a stored picture is. */
const columns = [
  events.thumbnailPath,
  users.avatarPath,
  streamers.avatarPath,
  streamers.bannerPath,
  eventGroups.thumbnailPath,
  games.thumbnailPath,
  articles.coverPath,
  deals.imagePath,
  platformPictures.path,
]

/** Of these paths, those that something shows. */
export function selectPicturePathsInUse(_ctx: Ctx, paths: string[]): Statement<{ path: string }[]> {
  const stored = sql`json_each(${JSON.stringify(paths)})`
  const inColumns = columns.map(
    (column) =>
      sql`select ${column} as path from ${column.table} where ${column} in (select value from ${stored})`,
  )
  // An article's text may hold pictures of its own: only those that no column names are looked up there.
  return queryRows(
    { path: sql<string>`path` },
    sql`with named as materialized (${sql.join(inColumns, sql` union all `)})
      select path from named union all
      select value from ${stored} stored join ${articles}
        on instr(${articles.markdown}, stored.value) > 0
        where stored.value like 'uploads/%' and stored.value not in (select path from named)`,
  )
}
