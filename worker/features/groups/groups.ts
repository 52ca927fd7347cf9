import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { toInstant, type Category, type GroupId, type Language } from '#worker/contract.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { groupPath } from '#worker/features/artwork/paths.ts'
import { comingEvents, isComing } from '#worker/features/events/coming.ts'
import type { GroupSummary, GroupView } from './contract.ts'

export type GroupRow = {
  id: GroupId
  slug: string
  name: string
  nameKey: string
  thumbnail: string | null
  language: Language | null
  category: Category | null
  gameSlug: string | null
  gameName: string | null
  upcoming: number
  total: number
  nextStart: number | null
}

const groupColumns = sql.raw(`
  eg.id, eg.slug, eg.name, eg.name_key as nameKey, eg.thumbnail_path as thumbnail,
  eg.language_code as language, eg.category, g.slug as gameSlug, g.name as gameName,
  (select count(*) from events e where e.group_id = eg.id and e.status = 'approved') as total`)

/** How many events of the group are coming, and the start of the first. */
function comingColumns(now: number): SQL {
  const coming = sql`from events e where e.group_id = eg.id and ${isComing(now)}`
  return sql`(select count(*) ${coming}) as upcoming, (select min(e.start_at) ${coming}) as nextStart`
}

/** `tail` follows the joins: where, order and limit, with `eg` as the group. */
export function selectGroups({ db }: Ctx, asOf: number, tail: SQL): Statement<GroupRow[]> {
  return rows<GroupRow>(
    db,
    sql`select ${groupColumns}, ${comingColumns(asOf)}
      from event_groups eg left join games g on g.id = eg.game_id ${tail}`,
  )
}

export type GroupDetailRow = GroupRow & {
  description: string
  venue: string | null
  website: string | null
}

export function selectGroupBySlug({ db, now }: Ctx, slug: string): Statement<GroupDetailRow[]> {
  return rows<GroupDetailRow>(
    db,
    sql`select ${groupColumns}, ${comingColumns(now)}, eg.description, eg.venue, eg.website
      from event_groups eg left join games g on g.id = eg.game_id where eg.slug = ${slug}`,
  )
}

export function toGroup(row: GroupRow): GroupSummary {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    thumbnail_path: row.thumbnail ?? groupPath(row.id, row.name),
    language_code: row.language,
    category: row.category,
    game: row.gameSlug === null ? null : { slug: row.gameSlug, name: row.gameName ?? '' },
    upcoming_events: row.upcoming,
    total_events: row.total,
    next_start: row.nextStart === null ? null : toInstant(row.nextStart),
  }
}

export function toGroupView(row: GroupDetailRow): GroupView {
  const { description, venue, website } = row
  return { ...toGroup(row), description, venue, website }
}

/** Groups with coming events, the soonest first; among the next 400 events, so that many cost no more. */
export function selectComingGroups({ db, now }: Ctx, limit: number): Statement<GroupRow[]> {
  const next = comingEvents(now, {
    columns: sql`e.group_id as group_id`,
    where: sql`and e.group_id is not null`,
    limit: 400,
  })
  return rows<GroupRow>(
    db,
    sql`select ${groupColumns}, ${comingColumns(now)}
      from (select group_id, min(start_at) as start_at from
          (${next})
        group by group_id order by 2, 1 limit ${limit}) next
      join event_groups eg on eg.id = next.group_id left join games g on g.id = eg.game_id
      order by next.start_at, eg.id`,
  )
}
