import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Visitor } from '#worker/context.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { equals } from '#worker/db/conditions.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { followables, type FollowableKind } from '#worker/db/followables.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { preparePerShape, selectFirst, type Params } from '#worker/db/statement.ts'
import { isPublicArticle } from '#worker/features/articles/articles.ts'
import type { TimeCertainty } from '#worker/features/events/contract.ts'

type PendingEvent = { start: string; timezone: string; time_certainty: TimeCertainty }

export type PendingActionSubject =
  | { action: 'propose' }
  | { action: 'follow' | 'hype_all' | 'report'; name: string }
  | { action: 'hype' | 'calendar'; name: string; event: PendingEvent }

export async function findPendingActionSubject(
  ctx: Ctx<Visitor>,
  next: string,
): Promise<PendingActionSubject | undefined> {
  const { pathname, searchParams } = new URL(next, 'https://same.invalid')
  if (searchParams.has('propose')) return { action: 'propose' }
  const follow = parseSubject(searchParams.get('follow'), followableKinds)
  if (follow) return findFollowSubject(ctx, follow.kind, follow.id)
  const report = parseSubject(searchParams.get('report'), reportableKinds)
  if (report) return findReportSubject(ctx, report.kind, report.id)
  const dates = parseSubject(searchParams.get('hype_all'), ['series', 'group'])
  if (dates) return findSeriesOrGroupSubject(ctx, dates.kind === 'group', dates.id)
  const hyped = /^\d{1,15}$/.exec(searchParams.get('hype') ?? '')
  if (hyped) return findEventSubject(ctx, 'hype', sql`${events.id} = ${Number(hyped[0])}`)
  const slug = /\/events\/([a-z0-9-]+)$/.exec(pathname)?.[1]
  const isAdding = slug && searchParams.has('calendar')
  return isAdding ? findEventSubject(ctx, 'calendar', sql`${events.slug} = ${slug}`) : undefined
}

/** Such as `streamer-12`. */
function parseSubject<const Kind extends string>(
  text: string | null,
  kinds: readonly Kind[],
): { kind: Kind; id: number } | undefined {
  const [, kindWord, id] = /^([a-z]+)-(\d{1,15})$/.exec(text ?? '') ?? []
  const kind = kinds.find((knownKind) => knownKind === kindWord)
  return kind && { kind, id: Number(id) }
}

const followableKinds = Object.keys(followables) as FollowableKind[]

const selectName = preparePerShape<FollowableKind, { id: number }, { name: string } | undefined>(
  (kind, { id }: Params<{ id: number }>) => {
    const { table, name } = followables[kind]
    return selectFirst({ name }, sql`from ${table} where ${table.id} = ${id}`)
  },
)

async function findFollowSubject(
  ctx: Ctx,
  kind: FollowableKind,
  id: number,
): Promise<PendingActionSubject | undefined> {
  const { found } = await read(ctx, { found: selectName(kind)({ id }) })
  return found && { action: 'follow', name: found.name }
}

const reportables = {
  event: { table: events, name: events.name, isPublic: () => equals(events.status, 'approved') },
  streamer: { table: streamers, name: streamers.displayName, isPublic: () => sql`true` },
  article: { table: articles, name: articles.title, isPublic: isPublicArticle },
} as const
type ReportableKind = keyof typeof reportables
const reportableKinds = Object.keys(reportables) as ReportableKind[]

type SubjectQuery = { id: number; now: number }
const selectReported = preparePerShape<ReportableKind, SubjectQuery, { name: string } | undefined>(
  (kind, { id, now }: Params<SubjectQuery>) => {
    const { table, name, isPublic: isShown } = reportables[kind]
    return selectFirst({ name }, sql`from ${table} where ${table.id} = ${id} and ${isShown(now)}`)
  },
)

async function findReportSubject(
  ctx: Ctx,
  kind: ReportableKind,
  id: number,
): Promise<PendingActionSubject | undefined> {
  const { found } = await read(ctx, { found: selectReported(kind)({ id, now: ctx.now }) })
  return found && { action: 'report', name: found.name }
}

/** Dates of a group, or of an event that stands for its series. */
async function findSeriesOrGroupSubject(
  ctx: Ctx,
  isGroup: boolean,
  id: number,
): Promise<PendingActionSubject | undefined> {
  if (isGroup) {
    const { found } = await read(ctx, { found: selectName('group')({ id }) })
    return found && { action: 'hype_all', name: found.name }
  }
  const event = await findEventSubject(ctx, 'hype', sql`${events.id} = ${id}`)
  return event && 'name' in event ? { action: 'hype_all', name: event.name } : undefined
}

const eventColumns = {
  name: events.name,
  startAt: events.startAt,
  timezone: events.timezone,
  certainty: events.timeCertainty,
}

async function findEventSubject(
  ctx: Ctx,
  action: 'hype' | 'calendar',
  isSubject: SQL,
): Promise<PendingActionSubject | undefined> {
  const { found } = await read(ctx, {
    found: selectFirst(
      eventColumns,
      sql`from ${events} where ${isSubject} and ${equals(events.status, 'approved')}`,
    ),
  })
  if (!found) return undefined
  const { name, startAt, timezone, certainty } = found
  const event = { start: toInstant(startAt), timezone, time_certainty: certainty }
  return { action, name, event }
}
