import { sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import type { Ctx } from '#worker/context.ts'
import type { Category } from '#worker/contracts/enumerations.ts'
import type { GroupId } from '#worker/contracts/ids.ts'
import type { Language } from '#worker/contracts/locale.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { named, type Columns } from '#worker/db/columns.ts'
import { groupPath } from '#worker/features/media/generated-images/paths.ts'
import {
  upcomingOrLiveEvents,
  isUpcomingOrLive,
  type Instant,
} from '#worker/features/events/upcoming-or-live.ts'
import { TimeCertainty } from '#worker/features/events/contract.ts'
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
  /** `start certainty zone` */
  next: string | null
}

/** Of a group `eg` and its game `g`: also how many of its events are coming, and when the first is. */
export function groupColumns(now: Instant): Columns<GroupRow> {
  const coming = sql`from events e where e.group_id = eg.id and ${isUpcomingOrLive(now)}`
  return {
    id: 'eg.id',
    slug: 'eg.slug',
    name: 'eg.name',
    nameKey: 'eg.name_key',
    thumbnail: 'eg.thumbnail_path',
    language: 'eg.language_code',
    category: 'eg.category',
    gameSlug: 'g.slug',
    gameName: 'g.name',
    total: `(select count(*) from events e where e.group_id = eg.id and e.status = 'approved')`,
    upcoming: sql`(select count(*) ${coming})`,
    next: sql`(select e.start_at || ' ' || e.time_certainty || ' ' || e.timezone ${coming}
      order by e.start_at, e.id limit 1)`,
  }
}

/** `tail` follows the joins: where, order and limit, with `eg` as the group. */
export function selectGroups({ db }: Ctx, asOf: number, tail: SQL): Statement<GroupRow[]> {
  return rows<GroupRow>(
    db,
    sql`select ${named(groupColumns(asOf))}
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
    sql`select ${named(groupColumns(now))}, eg.description, eg.venue, eg.website
      from event_groups eg left join games g on g.id = eg.game_id where eg.slug = ${slug}`,
  )
}

function toNext(written: string): GroupSummary['next'] {
  const [start = '', certainty, timezone = ''] = written.split(' ')
  return {
    start: toInstant(Number(start)),
    timezone,
    time_certainty: v.parse(TimeCertainty, certainty),
  }
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
    next: row.next === null ? null : toNext(row.next),
  }
}

export function toGroupView(row: GroupDetailRow): GroupView {
  const { description, venue, website } = row
  return { ...toGroup(row), description, venue, website }
}

/** Groups with coming events, the soonest first; among the next 400 events, so that many cost no more. */
export function selectUpcomingGroups({ db, now }: Ctx, limit: number): Statement<GroupRow[]> {
  const next = upcomingOrLiveEvents(now, {
    columns: sql`e.group_id as group_id`,
    where: sql`and e.group_id is not null`,
    limit: 400,
  })
  return rows<GroupRow>(
    db,
    sql`select ${named(groupColumns(now))}
      from (select group_id, min(start_at) as start_at from
          (${next})
        group by group_id order by 2, 1 limit ${limit}) next
      join event_groups eg on eg.id = next.group_id left join games g on g.id = eg.game_id
      order by next.start_at, eg.id`,
  )
}
