import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import { tagsInvalidatedBy, type CacheTag, type PublicChange } from '#worker/caching/cache-tags.ts'
import { rows } from '#worker/db/client.ts'
import { maxTagsPerPurge } from '#worker/integrations/edge-cache/edge-cache.ts'

/**
 * Has the edge forget what changes made stale, soon: the queue joins what comes at once into one
 * call. A change that stands is not undone for a purge that could not be asked for; copies live a
 * minute at most.
 */
export async function queuePurge(ctx: Ctx, ...changes: PublicChange[]): Promise<void> {
  try {
    await ctx.send([{ type: 'purge', tags: changes.flatMap(tagsInvalidatedBy) }])
  } catch (error) {
    console.error(JSON.stringify({ purge: error instanceof Error ? error.message : 'not queued' }))
  }
}

/** As few calls as these tags take; those refused are kept for the minute job. */
export async function purgeTags(ctx: Ctx<System>, tags: readonly CacheTag[]): Promise<void> {
  const distinct = [...new Set(tags)]
  const refused: CacheTag[] = []
  for (let first = 0; first < distinct.length; first += maxTagsPerPurge) {
    const page = distinct.slice(first, first + maxTagsPerPurge)
    if (!(await ctx.edge.purge(page))) refused.push(...page)
  }
  if (refused.length === 0) return
  await write(ctx, [
    rows(
      ctx.db,
      sql`insert into stale_tags (tag, since) select value, ${ctx.now}
        from json_each(${JSON.stringify(refused)}) where true on conflict (tag) do update set since = excluded.since`,
    ),
  ])
}

/** A row when refused tags wait, for the minute job's one query. */
export const selectPendingPurges: SQL = sql`select * from (select 'stale_tags', 0, 0, 0 from stale_tags limit 1)`

/** Tries the refused tags again, as many as one call takes; the next minute has the rest. */
export async function retryPurges(ctx: Ctx<System>): Promise<void> {
  const [kept] = await read(ctx, [
    rows<{ tag: CacheTag; since: number }>(
      ctx.db,
      sql`select tag, since from stale_tags order by since limit ${maxTagsPerPurge}`,
    ),
  ])
  if (!(await ctx.edge.purge(kept.map(({ tag }) => tag)))) return
  await write(ctx, [
    rows(
      ctx.db,
      // One that was refused again meanwhile is newer than what was purged.
      sql`delete from stale_tags where exists (select 1 from json_each(${JSON.stringify(kept)}) k
        where k.value ->> 'tag' = stale_tags.tag and k.value ->> 'since' >= stale_tags.since)`,
    ),
  ])
}
