import { sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { read, type Ctx } from '#worker/context.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import { allowFailure, type Statement } from '#worker/db/client.ts'
import { eventGroups } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { first, prepare, select, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { contains, equals } from '#worker/db/conditions.ts'
import { isUpcomingOrLive } from '#worker/features/events/upcoming-or-live.ts'
import {
  EventsQuery,
  type EventSummary,
  type ListedEventsPage,
} from '#worker/features/events/contract.ts'
import { buildEventsQuery, type PagedQuery } from '#worker/features/events/events-query.ts'
import { selectListedEvents } from '#worker/features/events/listed-events.ts'
import { AppError } from '#worker/api/errors.ts'
import { CursorNumber, CursorText, defineCursors, toCursorPage } from '#worker/db/pagination.ts'
import type { GroupEventsQuery, GroupsQuery, GroupSummary, GroupView } from './contract.ts'
import { selectGroupBySlug, selectGroups, toGroup, toGroupView, type GroupRow } from './groups.ts'

const eg = alias(eventGroups, 'eg')
const e = alias(events, 'e')

/** When the first page was read, the section and the name that a page ended with. */
const cursors = defineCursors('groups', [CursorNumber, v.picklist([0, 1, 2]), CursorText])
/** First the groups with something coming, then those with something past, then those without events. */
const sections = [0, 1, 2] as const
type Section = (typeof sections)[number]

/**
 * Groups with something coming first, empty ones last, each by name: every section walks the index of
 * names. Events that were approved since the first page move no group between sections.
 */
export async function listGroups(ctx: Ctx, query: GroupsQuery): Promise<Page<GroupSummary>> {
  const [asOf, current, name] = cursors.keysOf(ctx, query.cursor) ?? [ctx.now, 0]
  const places = sections
    .filter((section) => section >= current)
    .map((section): Place => ({ section, asOf, after: section === current ? name : undefined }))
  const results = await read(
    ctx,
    places.map((place, index) => selectSection(query, place, places.slice(0, index))),
  )
  const found = results.flatMap((groups, index) =>
    groups.map((row) => ({ row, section: places[index]?.section ?? 0 })),
  )
  return toCursorPage(found, query.limit, {
    toItem: ({ row }) => toGroup(row),
    cursorAfter: ({ row, section }) => cursors.after([asOf, section, row.nameKey]),
  })
}

type Place = { section: Section; asOf: number; after: string | undefined }

function isInSection({ q }: GroupsQuery, { section, asOf, after }: Place): SQL {
  const hasComing = sql`exists (select 1 from ${e} where ${e.groupId} = ${eg.id}
    and ${isUpcomingOrLive(asOf)} and coalesce(${e.approvedAt}, 0) <= ${asOf})`
  const hasAny = sql`exists (select 1 from ${e} where ${e.groupId} = ${eg.id}
    and ${equals(e.status, 'approved')} and coalesce(${e.approvedAt}, 0) <= ${asOf})`
  const conditions = [hasComing, sql`not ${hasComing} and ${hasAny}`, sql`not ${hasAny}`] as const
  return sql`${conditions[section]}
    ${after === undefined ? sql`` : sql`and ${eg.nameKey} > ${after}`}
    ${q === '' ? sql`` : sql`and ${contains(eg.nameKey, q.toLowerCase())}`}`
}

/** `before` are the sections that the same page shows first: what they leave is all that is read. */
function selectSection(query: GroupsQuery, place: Place, before: Place[]): Statement<GroupRow[]> {
  const most = query.limit + 1
  const counts = before.map(
    (other) => sql`(select count(*) from (select 1 from ${eg}
      where ${isInSection(query, other)} limit ${most}))`,
  )
  const taken = sql.join([sql`0`, ...counts], sql` + `)
  return selectGroups(
    place.asOf,
    sql`where ${isInSection(query, place)}
      order by ${eg.nameKey} limit max(0, ${most} - (${taken}))`,
  )
}

/** @throws AppError `group_not_found` */
export async function getGroup(ctx: Ctx, slug: string): Promise<GroupView> {
  const { group } = await read(ctx, { group: selectGroupBySlug({ slug, now: ctx.now }) })
  if (!group) throw new AppError('not_found', 'group_not_found')
  return toGroupView(group)
}

const phasesOf = { upcoming: ['live', 'upcoming'], past: ['past'], all: [] } as const

function idOf(slug: string): SQL {
  return sql`(select ${eventGroups.id} from ${eventGroups} where ${eventGroups.slug} = ${slug})`
}

/** Coming up is all that is not over, the soonest first; what is past has the newest first. */
function planGroupEvents(ctx: Ctx, slug: string, query: GroupEventsQuery): PagedQuery {
  const { limit, cursor, period } = query
  const all = v.parse(EventsQuery, {})
  return buildEventsQuery(
    ctx,
    { ...all, limit, cursor, phase: [...phasesOf[period]] },
    {
      within: sql` and ${e.groupId} = ${idOf(slug)}`,
    },
  )
}

const selectId = prepare(({ slug }: Params<{ slug: string }>) =>
  first(
    select({ id: eventGroups.id }, sql`from ${eventGroups} where ${eventGroups.slug} = ${slug}`),
  ),
)

/** @throws AppError `group_not_found` */
export async function listGroupEvents(
  ctx: Ctx,
  slug: string,
  query: GroupEventsQuery,
): Promise<Page<EventSummary>> {
  const plan = planGroupEvents(ctx, slug, query)
  const { group, found } = await read(ctx, { group: selectId({ slug }), found: plan.statements })
  if (!group) throw new AppError('not_found', 'group_not_found')
  return plan.toPage(found)
}

/**
 * A group with its events, in one round trip; a series among those to come is one row. They are
 * undefined where reading them failed.
 * @throws AppError `group_not_found`
 */
export async function getGroupPage(
  ctx: Ctx,
  slug: string,
  query: GroupEventsQuery,
): Promise<{ group: GroupView; page: ListedEventsPage | undefined }> {
  const { limit, cursor, period } = query
  const { group, page } = await read(ctx, {
    group: selectGroupBySlug({ slug, now: ctx.now }),
    page: allowFailure(
      selectListedEvents(
        ctx,
        { ...v.parse(EventsQuery, {}), limit, cursor, phase: [...phasesOf[period]] },
        {
          isFolded: period === 'upcoming',
          within: (of) => sql` and ${of.groupId} = ${idOf(slug)}`,
        },
      ),
    ),
  })
  if (!group) throw new AppError('not_found', 'group_not_found')
  return { group: toGroupView(group), page }
}
