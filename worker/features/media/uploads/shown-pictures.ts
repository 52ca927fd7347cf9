import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { rows, type Statement } from '#worker/db/client.ts'

/** Every column that says where a stored picture is. */
const columns = [
  ['events', 'thumbnail_path'],
  ['users', 'avatar_path'],
  ['streamers', 'avatar_path'],
  ['event_groups', 'thumbnail_path'],
  ['games', 'thumbnail_path'],
  ['articles', 'cover_path'],
  ['deals', 'image_path'],
] as const

/** Of these paths, those that something shows. */
export function selectShown({ db }: Ctx, paths: string[]): Statement<{ path: string }[]> {
  const asked = sql`json_each(${JSON.stringify(paths)})`
  const inColumns = columns.map(([table, column]) => {
    const name = sql.raw(column)
    return sql`select ${name} as path from ${sql.raw(table)}
      where ${name} in (select value from ${asked})`
  })
  // An article's text may hold pictures of its own.
  const inTexts = sql`select value from ${asked} asked
    join articles on instr(markdown, asked.value) > 0`
  return rows(db, sql.join([...inColumns, inTexts], sql` union all `))
}
