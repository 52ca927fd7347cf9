import { sql } from 'drizzle-orm'
import { rows, type Database, type Statement } from '#worker/db/client.ts'
import { slugOf } from '#worker/features/events/slugs.ts'

/** How two spellings of one name compare: accents count, case and spacing do not. */
export function nameKeyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

type SluggedTable = 'events' | 'games' | 'event_groups'

/** The slugs that stand in the way of new ones for these names. */
export function selectTakenSlugs(
  db: Database,
  table: SluggedTable,
  names: string[],
): Statement<{ slug: string }[]> {
  const bases = JSON.stringify(names.map((name) => slugOf(name)))
  // A range that the index answers: `.` is the character after `-`.
  const isNear = (slug: string) =>
    sql`${sql.raw(slug)} >= b.value and ${sql.raw(slug)} < b.value || '.'`
  // Slugs of games that were merged into others lead there, and stay taken.
  const merged = sql`union select t.address from json_each(${bases}) b
    join merged_addresses t on t.kind = 'game' and ${isNear('t.address')}`
  return rows(
    db,
    sql`select distinct t.slug from json_each(${bases}) b
      join ${sql.identifier(table)} t on ${isNear('t.slug')}
      ${table === 'games' ? merged : sql``}`,
  )
}

/** Hands out slugs that nothing has yet: `name`, `name-2`, `name-3`. */
export function slugMaker(
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
