import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import { listInvalidatedTags, type CacheTag, type PublicChange } from './cache-tags.ts'
import type { Statement } from '#worker/db/client.ts'
import { pendingCachePurges } from '#worker/db/schema/operations.ts'
import { prepare, select } from '#worker/db/statement.ts'
import { buildSetSql, excluded, insert, remove } from '#worker/db/writes.ts'
import { maxTagsPerPurge } from '#worker/integrations/edge-cache/edge-cache.ts'
import { describeError } from '#worker/logging/log.ts'

/** Never fails: a change stands without its purge, as copies live a minute at most. */
export async function queuePurge(ctx: Ctx, ...changes: PublicChange[]): Promise<void> {
  try {
    await ctx.send([{ type: 'purge', tags: changes.flatMap(listInvalidatedTags) }])
  } catch (error) {
    ctx.log({ event: 'message_not_queued', type: 'purge', ...describeError(error) })
  }
}

export async function purgeTags(ctx: Ctx<System>, tags: readonly CacheTag[]): Promise<void> {
  const distinct = [...new Set(tags)]
  const refused: CacheTag[] = []
  for (let start = 0; start < distinct.length; start += maxTagsPerPurge) {
    const page = distinct.slice(start, start + maxTagsPerPurge)
    if (!(await ctx.edge.purge(page))) refused.push(...page)
  }
  if (refused.length === 0) return
  await write(ctx, [insertStaleTags(ctx.now, refused)])
}

export function insertStaleTags(now: number, tags: readonly CacheTag[]): Statement {
  return insert(
    pendingCachePurges,
    { tag: sql<string>`value`, since: now },
    {
      from: sql`json_each(${JSON.stringify(tags)})`,
      onConflict: sql`(tag) do update set ${buildSetSql(pendingCachePurges, { since: excluded(pendingCachePurges.since) })}`,
    },
  )
}

/** A row when refused tags wait, for the minute job's one query. */
export const selectPendingPurges: SQL = sql`select * from (select 'stale_tags', 0, 0, 0 from ${pendingCachePurges} limit 1)`

const selectRefused = prepare(() =>
  select(
    { tag: sql<CacheTag>`${pendingCachePurges.tag}`, since: pendingCachePurges.since },
    sql`from ${pendingCachePurges} order by ${pendingCachePurges.since} limit ${maxTagsPerPurge}`,
  ),
)

export async function retryPurges(ctx: Ctx<System>): Promise<void> {
  const { refused } = await read(ctx, { refused: selectRefused() })
  if (!(await ctx.edge.purge(refused.map(({ tag }) => tag)))) return
  await write(ctx, [
    remove(pendingCachePurges, {
      // One that was refused again meanwhile is newer than what was purged.
      where: sql`exists (select 1 from json_each(${JSON.stringify(refused)}) k
        where k.value ->> 'tag' = ${pendingCachePurges.tag} and k.value ->> 'since' >= ${pendingCachePurges.since})`,
    }),
  ])
}
