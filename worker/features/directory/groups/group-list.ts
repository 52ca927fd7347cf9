import { sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { read, type Ctx } from '#worker/context.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import { e, eg, g } from '#worker/db/aliases.ts'
import { allowGroupFailure, type Statement } from '#worker/db/client.ts'
import { defineList } from '#worker/db/lists.ts'
import { eventGroups } from '#worker/db/schema/directory.ts'
import { assertExists, prepare, select, type Params } from '#worker/db/statement.ts'
import { contains, equals } from '#worker/db/conditions.ts'
import { isUpcomingOrLive, upcomingOrLiveEvents } from '#worker/features/events/upcoming-or-live.ts'
import {
  EventsQuery,
  type EventSummary,
  type ListedEventsPage,
} from '#worker/features/events/contract.ts'
import { selectListedEvents } from '#worker/features/events/lists/folded.ts'
import { selectEventsPage } from '#worker/features/events/lists/plain.ts'
import { CursorNumber, CursorText, defineCursors, toCursorPage } from '#worker/db/pagination.ts'
import type { GroupEventsQuery, GroupsQuery, GroupSummary, GroupView } from './contract.ts'
import {
  groupColumns,
  groupsWithGames,
  selectGroupBySlug,
  toGroup,
  toGroupView,
  type GroupRow,
} from './groups.ts'

/** Time of the first page, section, and where the page ended: by start and id, or by name. */
const cursors = defineCursors('groups', [
  CursorNumber,
  v.picklist([0, 1, 2]),
  CursorNumber,
  CursorNumber,
  CursorText,
])
/** Groups with something on or to come, then those with something past, then those without events. */
const sections = [0, 1, 2] as const
type GroupSection = (typeof sections)[number]
type LastGroup = { start: number; id: number; name: string }
type ListCursor = { section: GroupSection; asOf: number; last: LastGroup | undefined }
type ListedGroup = GroupRow & { soonestStart: number; soonestId: number }

const selectGroupsPage = defineList({
  skeleton(ctx: Ctx, query: GroupsQuery) {
    const cursor = cursors.keysOf(ctx, query.cursor)
    const [asOf, current, start, id, name] = cursor ?? [ctx.now, 0, 0, 0, '']
    const last = cursor && { start, id, name }
    const places = sections
      .filter((section) => section >= current)
      .map((section): ListCursor => ({
        section,
        asOf,
        last: section === current ? last : undefined,
      }))
    return { query, asOf, places }
  },
  hydrate: ({ query, places }) =>
    places.map((cursor, index) => selectGroupSection(query, cursor, places.slice(0, index))),
  rules: (found, { places }) =>
    found.flatMap((groups, index) =>
      groups.map((row) => ({ row, section: places[index]?.section ?? 0 })),
    ),
  present: (groups, { query, asOf }) =>
    toCursorPage(groups, query.limit, {
      toItem: ({ row }) => toGroup(row),
      cursorAfter: ({ row, section }) =>
        cursors.after([asOf, section, row.soonestStart, row.soonestId, row.nameKey]),
    }),
})

/** Counts are those of the first page: a later start, end or approval moves no group. */
export async function listGroups(ctx: Ctx, query: GroupsQuery): Promise<Page<GroupSummary>> {
  return read(ctx, selectGroupsPage(ctx, query))
}

function nameFilterClause({ q }: GroupsQuery): SQL {
  return q === '' ? sql`` : sql`and ${contains(eg.nameKey, q.toLowerCase())}`
}

function wasEventApprovedBy(asOf: number): SQL {
  return sql`coalesce(${e.approvedAt}, 0) <= ${asOf}`
}

/** `from` and `where` of the events of a group `eg` that are on or to come. */
function upcomingEventsOfGroup(asOf: number): SQL {
  return sql`from ${e} where ${e.groupId} = ${eg.id} and ${isUpcomingOrLive(asOf)} and ${wasEventApprovedBy(asOf)}`
}

/** Walks the index of the agenda, so that no group is read that is not shown. */
function soonestEventsByGroup(
  query: GroupsQuery,
  { asOf, last }: ListCursor,
  limit: number | SQL,
): SQL {
  const isSoonest = sql`${e.id} = (select ${e.id} ${upcomingEventsOfGroup(asOf)}
    order by ${e.startAt}, ${e.id} limit 1)`
  return upcomingOrLiveEvents(asOf, {
    columns: sql`${e.groupId} as group_id`,
    where: sql`and ${e.groupId} is not null
      ${last ? sql`and (${e.startAt}, ${e.id}) > (${last.start}, ${last.id})` : sql``}
      and exists (select 1 from ${eg} where ${eg.id} = ${e.groupId} and ${isSoonest} ${nameFilterClause(query)})`,
    limit,
  })
}

/** True if a group `eg` has no event to come. */
function isInSectionSortedByName(query: GroupsQuery, { section, asOf, last }: ListCursor): SQL {
  const hasAny = sql`exists (select 1 from ${e} where ${e.groupId} = ${eg.id}
    and ${equals(e.status, 'approved')} and ${wasEventApprovedBy(asOf)})`
  const condition =
    section === 1
      ? sql`not exists (select 1 ${upcomingEventsOfGroup(asOf)}) and ${hasAny}`
      : sql`not ${hasAny}`
  return sql`${condition} ${last ? sql`and ${eg.nameKey} > ${last.name}` : sql``} ${nameFilterClause(query)}`
}

/** `before` are the sections that the same page shows first: what they leave is all that is read. */
function selectGroupSection(
  query: GroupsQuery,
  cursor: ListCursor,
  previousCursors: ListCursor[],
): Statement<ListedGroup[]> {
  const { asOf, section } = cursor
  const most = query.limit + 1
  if (section === 0) {
    return select(
      {
        ...groupColumns(asOf),
        soonestStart: sql<number>`pick.start_at`,
        soonestId: sql<number>`pick.id`,
      },
      sql`from (${soonestEventsByGroup(query, cursor, most)}) pick cross join ${eg} on ${eg.id} = pick.group_id
        left join ${g} on ${g.id} = ${eg.gameId} order by pick.start_at, pick.id`,
    )
  }
  const counts = previousCursors.map((other) =>
    other.section === 0
      ? sql`(select count(*) from (${soonestEventsByGroup(query, other, most)}))`
      : sql`(select count(*) from (select 1 from ${eg}
          where ${isInSectionSortedByName(query, other)} limit ${most}))`,
  )
  const taken = sql.join([sql`0`, ...counts], sql` + `)
  return select(
    { ...groupColumns(asOf), soonestStart: sql<number>`0`, soonestId: sql<number>`0` },
    sql`from ${groupsWithGames} where ${isInSectionSortedByName(query, cursor)}
      order by ${eg.nameKey} limit max(0, ${most} - (${taken}))`,
  )
}

/** @throws AppError `group_not_found` */
export async function getGroup(ctx: Ctx, slug: string): Promise<GroupView> {
  const { group } = await read(ctx, { group: selectGroupBySlug({ slug, now: ctx.now }) })
  return toGroupView(group)
}

const phasesOf = { upcoming: ['live', 'upcoming'], past: ['past'], all: [] } as const

function selectGroupIdBySlugSql(slug: string): SQL {
  return sql`(select ${eventGroups.id} from ${eventGroups} where ${eventGroups.slug} = ${slug})`
}

function toEventsQuery({ limit, cursor, period }: GroupEventsQuery): EventsQuery {
  return { ...v.parse(EventsQuery, {}), limit, cursor, phase: [...phasesOf[period]] }
}

const assertGroup = prepare(({ slug }: Params<{ slug: string }>) =>
  assertExists(eventGroups, sql`${eventGroups.slug} = ${slug}`, 'group_not_found'),
)

/** @throws AppError `group_not_found` */
export async function listGroupEvents(
  ctx: Ctx,
  slug: string,
  query: GroupEventsQuery,
): Promise<Page<EventSummary>> {
  const { page } = await read(ctx, {
    group: assertGroup({ slug }),
    page: selectEventsPage(ctx, {
      query: toEventsQuery(query),
      within: sql` and ${e.groupId} = ${selectGroupIdBySlugSql(slug)}`,
    }),
  })
  return page
}

/** The events are undefined where reading them failed. @throws AppError `group_not_found` */
export async function getGroupPage(
  ctx: Ctx,
  slug: string,
  query: GroupEventsQuery,
): Promise<{ group: GroupView; page: ListedEventsPage | undefined }> {
  const { group, page } = await read(ctx, {
    group: selectGroupBySlug({ slug, now: ctx.now }),
    page: allowGroupFailure(
      selectListedEvents(ctx, {
        query: toEventsQuery(query),
        isFolded: query.period === 'upcoming',
        within: (of) => sql` and ${of.groupId} = ${selectGroupIdBySlugSql(slug)}`,
      }),
    ),
  })
  return { group: toGroupView(group), page }
}
