import { sql, type Column, type SQL } from 'drizzle-orm'
import type { Statement } from '#worker/db/client.ts'
import { eventGroups, games, mergeRedirects } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { preparePerShape, queryRows, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { slugOf } from '#worker/contracts/slugs.ts'

/** Key by which two spellings of one name compare: accents count, case and spacing do not. */
export function toNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

const sluggedTables = {
  events: alias(events, 't'),
  games: alias(games, 't'),
  event_groups: alias(eventGroups, 't'),
}
type SluggedTable = keyof typeof sluggedTables

/** A range that the index answers: `.` is the character after `-`. */
function isSlugNearBase(slug: Column): SQL {
  return sql`${slug} >= b.value and ${slug} < b.value || '.'`
}

const selectSlugsNear = preparePerShape(
  (table: SluggedTable, { bases }: Params<{ bases: string }>) => {
    const t = sluggedTables[table]
    // Slugs of games that were merged into others lead there, and stay taken.
    const merged = sql`union select ${mergeRedirects.address} from json_each(${bases}) b
      join ${mergeRedirects} on ${mergeRedirects.kind} = 'game'
        and ${isSlugNearBase(mergeRedirects.address)}`
    return queryRows(
      { slug: t.slug },
      sql`select distinct ${t.slug} from json_each(${bases}) b join ${t} on ${isSlugNearBase(t.slug)}
        ${table === 'games' ? merged : sql``}`,
    )
  },
)

export function selectTakenSlugs(
  table: SluggedTable,
  names: readonly string[],
): Statement<{ slug: string }[]> {
  return selectSlugsNear(table)({ bases: JSON.stringify(names.map((name) => slugOf(name))) })
}

/** Hands out slugs that nothing has yet: `name`, `name-2`, `name-3`. */
export function createSlugGenerator(
  taken: { slug: string }[],
  toSlug: (name: string) => string = slugOf,
): (name: string) => string {
  const used = new Set(taken.map(({ slug }) => slug))
  return (name) => {
    const base = toSlug(name)
    let slug = base
    for (let number = 2; used.has(slug); number += 1) {
      slug = `${base.slice(0, 75).replace(/-+$/, '')}-${number}`
    }
    used.add(slug)
    return slug
  }
}
