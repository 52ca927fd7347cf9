import { sql } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import { literal } from '#worker/db/conditions.ts'
import { createCommand } from '#worker/db/statement.ts'

/** A tenth of a second, in which others wait to write. */
const mostPages = 1_000

/** A negative rank merges all segments: https://sqlite.org/fts5.html#the_merge_command */
export async function mergeSearchIndex(ctx: Ctx<System>): Promise<void> {
  await write(ctx, [
    createCommand(
      sql`insert into search_names(search_names, rank) values('merge', ${literal(-mostPages)})`,
    ),
  ])
}
