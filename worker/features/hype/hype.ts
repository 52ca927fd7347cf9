import { sql, type SQL } from 'drizzle-orm'
import { fixedReminders } from '#worker/contracts/reminder-marks.ts'
import { asContributor, read, selectRestriction, type Ctx, type Member } from '#worker/context.ts'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import type { ResultOf, Results } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import { booleanSql } from '#worker/db/row.ts'
import {
  gameFollows,
  groupFollows,
  streamerFollows,
  streamers,
} from '#worker/db/schema/directory.ts'
import { events, hypes } from '#worker/db/schema/events.ts'
import { prepare, select, selectFirst, type Params } from '#worker/db/statement.ts'
import { insert, remove } from '#worker/db/writes.ts'
import { AppError } from '#worker/api/errors.ts'
import {
  addHypeOrFollow,
  addHypeOrFollowAtOnce,
  removeHypeOrFollow,
  type HypeOrFollowStatements,
} from '#worker/features/gamification/ledger/reactions.ts'
import { prepareXpEntry } from '#worker/features/gamification/ledger/ledger.ts'
import { selectProgress } from '#worker/features/gamification/ledger/progress.ts'
import type { HypeInput, HypeView, HypesAndFollowsView } from './contract.ts'

type HypeAtTime = { eventId: EventId; userId: UserId; now: number }
type HypeStateRow = NonNullable<ResultOf<ReturnType<typeof selectState>>>

const isApproved = equals(events.status, 'approved')
const isEventOpenForHype = (now: SQL) =>
  sql`${events.cancelledAt} is null and ${events.endAt} > ${now}`
const isHypeOf = ({ eventId, userId }: Params<Omit<HypeAtTime, 'now'>>) =>
  sql`${hypes.eventId} = ${eventId} and ${hypes.userId} = ${userId}`

const selectState = prepare((hype: Params<HypeAtTime>) =>
  selectFirst(
    {
      isHyped: booleanSql(sql`exists (select 1 from ${hypes} where ${isHypeOf(hype)})`),
      hypeCount: events.hypeCount,
      startAt: events.startAt,
      certainty: events.timeCertainty,
      isVisible: booleanSql(isApproved),
      isOpen: booleanSql(isEventOpenForHype(hype.now)),
    },
    sql`from ${events} where ${events.id} = ${hype.eventId}`,
  ),
)

const insertHype = prepare(({ eventId, userId, now }: Params<HypeAtTime>) =>
  insert(
    hypes,
    { eventId: events.id, userId, createdAt: now },
    {
      from: sql`${events}`,
      where: sql`${events.id} = ${eventId} and ${isApproved} and ${isEventOpenForHype(now)}`,
      onConflict: sql`do nothing`,
    },
  ),
)

const deleteHype = prepare((hype: Params<HypeAtTime>) => remove(hypes, { where: isHypeOf(hype) }))

const writeHypeEntry = prepareXpEntry(
  'hype',
  ({ id, userId }) =>
    sql`exists (select 1 from ${hypes} where ${hypes.eventId} = ${id} and ${hypes.userId} = ${userId})`,
)

function buildHypeStatements(
  ctx: Ctx<Member>,
  eventId: EventId,
): HypeOrFollowStatements<HypeStateRow> {
  const { now, actor } = ctx
  const { userId } = actor
  const hype = { eventId, userId, now }
  const subject = `event:${eventId}`
  return {
    action: 'hype',
    subject,
    entry: writeHypeEntry(ctx, { userId, subject, id: eventId }),
    set: insertHype(hype),
    unset: deleteHype(hype),
    state: selectState(hype),
  }
}

function listUpcomingReminders(
  { now }: Ctx,
  { isHyped, certainty, startAt }: HypeStateRow,
): string[] {
  if (!isHyped || certainty !== 'exact') return []
  return fixedReminders
    .map(({ fromMs }) => startAt - fromMs)
    .filter((at) => at > now)
    .map(toInstant)
}

function toHypeView(
  ctx: Ctx,
  state: HypeStateRow | undefined,
): Omit<HypeView, 'gamification_info'> {
  if (!state) return { hyped: false, hype_count: 0, reminders: [] }
  const { isHyped, hypeCount } = state
  return { hyped: isHyped, hype_count: hypeCount, reminders: listUpcomingReminders(ctx, state) }
}

const unrestricted = { isSoftBanned: false }

/** The write itself is refused to who is restricted; what is known then tells in which order. */
async function hypeAtOnce(ctx: Ctx<Member>, hype: HypeOrFollowStatements<HypeStateRow>) {
  try {
    const added = await addHypeOrFollowAtOnce(asContributor(ctx, unrestricted), hype)
    return { ...added, restriction: unrestricted }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** Hypes, which is for contributors, or takes it back. */
export async function toggleHype(
  ctx: Ctx<Member>,
  { eventId, hyped }: HypeInput & { eventId: EventId },
): Promise<HypeView> {
  const hype = buildHypeStatements(ctx, eventId)
  const atOnce = hyped ? await hypeAtOnce(ctx, hype) : undefined
  if (atOnce?.gamification_info) {
    return { ...toHypeView(ctx, atOnce.known), gamification_info: atOnce.gamification_info }
  }
  const { known, before, restriction } =
    atOnce ??
    (await read(ctx, {
      known: hype.state,
      before: selectProgress(ctx.actor),
      restriction: selectRestriction(ctx.actor),
    }))
  if (!known?.isVisible || !before) throw new AppError('not_found', 'event_not_found')
  const contributor = (hyped ?? !known.isHyped) && asContributor(ctx, restriction)
  if (!known.isOpen) throw new AppError('conflict', 'hype_closed')
  const { state, ...progress } = contributor
    ? await addHypeOrFollow(contributor, hype, before)
    : await removeHypeOrFollow(ctx, hype, before)
  return { ...toHypeView(ctx, state), ...progress }
}

const mostRelations = 2000

const selectHypedIds = prepare(({ userId }: Params<{ userId: UserId }>) =>
  select(
    { id: hypes.eventId },
    sql`from ${hypes} where ${hypes.userId} = ${userId}
      order by ${hypes.createdAt} desc limit ${mostRelations}`,
  ),
)

const selectFollowedIds = {
  streamers: prepare(({ userId }: Params<{ userId: UserId }>) =>
    select(
      { id: streamerFollows.streamerId },
      sql`from ${streamerFollows} where ${streamerFollows.userId} = ${userId} limit ${mostRelations}`,
    ),
  ),
  games: prepare(({ userId }: Params<{ userId: UserId }>) =>
    select(
      { id: gameFollows.gameId },
      sql`from ${gameFollows} where ${gameFollows.userId} = ${userId} limit ${mostRelations}`,
    ),
  ),
  groups: prepare(({ userId }: Params<{ userId: UserId }>) =>
    select(
      { id: groupFollows.groupId },
      sql`from ${groupFollows} where ${groupFollows.userId} = ${userId} limit ${mostRelations}`,
    ),
  ),
}

const selectOwnStreamer = prepare(({ userId }: Params<{ userId: UserId }>) =>
  selectFirst({ id: streamers.id }, sql`from ${streamers} where ${streamers.userId} = ${userId}`),
)

export function selectHypesAndFollows({ actor }: Ctx<Member>) {
  return {
    hyped: selectHypedIds(actor),
    followed: selectFollowedIds.streamers(actor),
    games: selectFollowedIds.games(actor),
    groups: selectFollowedIds.groups(actor),
    own: selectOwnStreamer(actor),
  }
}

export async function getHypesAndFollows(ctx: Ctx<Member>): Promise<HypesAndFollowsView> {
  return toHypesAndFollows(await read(ctx, selectHypesAndFollows(ctx)))
}

export function toHypesAndFollows({
  hyped,
  followed,
  games,
  groups,
  own,
}: Results<ReturnType<typeof selectHypesAndFollows>>): HypesAndFollowsView {
  return {
    hyped_events: hyped.map(({ id }) => id),
    followed_streamers: followed.map(({ id }) => id),
    followed_games: games.map(({ id }) => id),
    followed_groups: groups.map(({ id }) => id),
    own_streamer: own?.id ?? null,
  }
}
