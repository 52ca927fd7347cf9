import { sql, type SQL } from 'drizzle-orm'
import { read, writeInOrder, type Contributor, type Ctx } from '#worker/context.ts'
import type { EventId, GroupId, UserId } from '#worker/contracts/ids.ts'
import { equals, literal } from '#worker/db/conditions.ts'
import { booleanSql } from '#worker/db/row.ts'
import { eventGroups } from '#worker/db/schema/directory.ts'
import { events, hypes } from '#worker/db/schema/events.ts'
import { select, selectFirst } from '#worker/db/statement.ts'
import { insert } from '#worker/db/writes.ts'
import { AppError } from '#worker/api/errors.ts'
import { earnXpForEach } from '#worker/features/gamification/ledger/ledger.ts'
import {
  buildRewardResultView,
  selectProgress,
} from '#worker/features/gamification/ledger/progress.ts'
import { maxDatesPerHype, type HypeDatesView } from './contract.ts'
import { seriesDate } from '#worker/features/events/series-dates.ts'

type SeriesOrGroup = { kind: 'series'; id: EventId } | { kind: 'group'; id: GroupId }

const ofTarget = {
  series: (id: number) =>
    sql`${seriesDate.seriesKey} = (select ${events.seriesKey} from ${events} where ${events.id} = ${id})`,
  group: (id: number) => sql`${seriesDate.groupId} = ${id}`,
}

const isKnown = {
  series: (id: number) => sql`exists (select 1 from ${events}
    where ${events.id} = ${id} and ${equals(events.status, 'approved')})`,
  group: (id: number) => sql`exists (select 1 from ${eventGroups} where ${eventGroups.id} = ${id})`,
}

const unknown = { series: 'event_not_found', group: 'group_not_found' } as const

function selectUpcomingDates({ now }: Ctx, { kind, id }: SeriesOrGroup): SQL {
  return sql`select ${seriesDate.id} from ${seriesDate} where ${ofTarget[kind](id)} and ${equals(seriesDate.status, 'approved')}
    and ${seriesDate.cancelledAt} is null and ${seriesDate.startAt} > ${now}
    order by ${seriesDate.startAt}, ${seriesDate.id} limit ${literal(maxDatesPerHype)}`
}

function fromHypesAmongSql(dates: SQL, userId: UserId): SQL {
  return sql`from ${hypes} where ${hypes.userId} = ${userId} and ${hypes.eventId} in (${dates})`
}

function writeHypes(ctx: Ctx<Contributor>, dates: SQL, known: readonly EventId[]) {
  const { userId } = ctx.actor
  const [entries, rewards] = earnXpForEach(ctx, {
    userId,
    action: 'hype',
    subjects: sql`select 'event:' || ${hypes.eventId} as subject ${fromHypesAmongSql(dates, userId)}`,
    possible: known.map((id) => `event:${id}`),
  })
  return writeInOrder(ctx, {
    hypes: insert(
      hypes,
      { eventId: seriesDate.id, userId, createdAt: ctx.now },
      {
        from: sql`${seriesDate}`,
        where: sql`${seriesDate.id} in (${dates})`,
        onConflict: sql`do nothing`,
      },
    ),
    entries,
    hyped: select(
      { id: seriesDate.id, hypeCount: seriesDate.hypeCount },
      sql`from ${seriesDate} where ${seriesDate.id} in (select ${hypes.eventId} ${fromHypesAmongSql(dates, userId)})
        order by ${seriesDate.startAt}, ${seriesDate.id}`,
    ),
    after: selectProgress(ctx.actor),
    rewards,
  })
}

/**
 * Every date is a hype of its own, taken back by itself. Repeating it changes nothing.
 * @throws AppError `event_not_found`, `group_not_found`; `hype_closed` where no date is to come
 */
export async function hypeUpcomingDates(
  ctx: Ctx<Contributor>,
  target: SeriesOrGroup,
): Promise<HypeDatesView> {
  const dates = selectUpcomingDates(ctx, target)
  const { known, upcoming, before } = await read(ctx, {
    known: selectFirst(
      {
        isKnown: booleanSql(isKnown[target.kind](target.id)),
        hasDates: booleanSql(sql`exists (${dates})`),
      },
      sql``,
    ),
    upcoming: select(
      { id: seriesDate.id },
      sql`from ${seriesDate} where ${seriesDate.id} in (${dates})`,
    ),
    before: selectProgress(ctx.actor),
  })
  if (!known?.isKnown || !before) throw new AppError('not_found', unknown[target.kind])
  if (!known.hasDates) throw new AppError('conflict', 'hype_closed')
  const {
    hyped,
    entries,
    after = before,
  } = await writeHypes(
    ctx,
    dates,
    upcoming.map(({ id }) => id),
  )
  const last = entries.at(-1)
  const points = entries.reduce((sum, entry) => sum + entry.points, 0)
  return {
    hyped_events: hyped.map(({ id, hypeCount }) => ({ id, hype_count: hypeCount })),
    gamification_info: buildRewardResultView(ctx, {
      action: 'hype',
      before,
      after,
      earned: last && { ...last, points },
      isCapped: last?.points === 0,
    }),
  }
}
