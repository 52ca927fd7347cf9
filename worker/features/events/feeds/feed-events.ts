import { sql, type SQL } from 'drizzle-orm'
import { dayMs, maxEventDurationMs } from '#worker/contracts/durations.ts'
import { read, type Ctx } from '#worker/context.ts'
import type { EventView, Phase } from '#worker/features/events/contract.ts'
import {
  isApproved,
  selectEventDetailsByIds,
  toEventView,
  type EventDetailRow,
} from '#worker/features/events/event-rows.ts'
import { selectEventBySlug } from '#worker/features/events/events.ts'
import {
  eventFilterClause,
  eventFromClause,
  nameFilterClause,
} from '#worker/features/events/lists/filters.ts'
import {
  concatSections,
  sortBySection,
  listQueriedPhases,
  type EventSectionQuery,
} from '#worker/features/events/lists/sections.ts'
import {
  selectChosenFilterNames,
  type AgendaFilterOptions,
} from '#worker/features/events/agenda.ts'
import { toDayWindow } from '#worker/features/events/ranges.ts'
import type { FeedQuery } from './contract.ts'
import { selectInstallationId } from './installation.ts'
import { e } from '#worker/db/aliases.ts'

export type FeedEvent = {
  event: EventView
  createdAt: number
  approvedAt: number
  changedAt: number
}

export const cancelledEventRetentionMs = 30 * dayMs

export function toFeedEvent(row: EventDetailRow, now: number): FeedEvent {
  return {
    event: toEventView(row, now),
    createdAt: row.createdAt,
    approvedAt: row.approvedAt ?? row.createdAt,
    changedAt: Math.max(row.updatedAt, row.cancelledAt ?? 0),
  }
}

/** Unlike the list, with what was cancelled of late: subscribed programs have to hear of it. */
function isInPhase(phase: Phase, isPastAsked: boolean, now: number): SQL {
  const isRecent = sql`${e.cancelledAt} > ${now - cancelledEventRetentionMs}`
  if (phase === 'upcoming') {
    return sql`${e.startAt} > ${now} and (${e.cancelledAt} is null or ${isRecent})`
  }
  if (phase === 'live') {
    return sql`${e.startAt} <= ${now} and ${e.startAt} > ${now - maxEventDurationMs} and ${e.endAt} > ${now}
      and (${e.cancelledAt} is null or ${isRecent})`
  }
  const isPast = sql`${e.startAt} <= ${now} and ${e.endAt} <= ${now}`
  return isPastAsked
    ? isPast
    : sql`${isPast} and ${e.startAt} > ${now - cancelledEventRetentionMs} and ${isRecent}`
}

export type EventFeed = { events: FeedEvent[]; names: AgendaFilterOptions; installation: string }

/** Live, then to come, then past events: the soonest when there are more than the limit. */
export async function readEventFeed(ctx: Ctx, asked: FeedQuery): Promise<EventFeed> {
  const { now } = ctx
  const query = { ...asked, ...toDayWindow(asked), sort: 'start' as const, cursor: undefined }
  const filters = eventFilterClause({ query, within: nameFilterClause(query), now })
  const isPastAsked = query.phase.includes('past')
  const sections = listQueriedPhases(query).map((phase): EventSectionQuery => {
    const direction = sql.raw(phase === 'past' ? 'desc' : 'asc')
    return (limit) => sql`select ${e.id} from ${eventFromClause(query)} where ${isApproved}
      and ${isInPhase(phase, isPastAsked, now)}${filters}
      order by ${e.startAt} ${direction}, ${e.id} ${direction} limit ${limit}`
  })
  const { found, names, installation } = await read(ctx, {
    found:
      sections.length === 0 ? [] : [selectEventDetailsByIds(concatSections(sections, query.limit))],
    names: selectChosenFilterNames(query),
    installation: selectInstallationId(),
  })
  const events = sortBySection(found.flat(), now).map((row) => toFeedEvent(row, now))
  return {
    events,
    names: {
      games: names.games.flat(),
      streamers: names.streamers.flat(),
      groups: names.groups.flat(),
    },
    installation,
  }
}

/** @throws AppError `event_not_found` also for events that are not public. */
export async function readSingleEventFeed(
  ctx: Ctx,
  slug: string,
): Promise<{ found: FeedEvent; installation: string }> {
  const { row, installation } = await read(ctx, {
    row: selectEventBySlug({ slug }),
    installation: selectInstallationId(),
  })
  return { found: toFeedEvent(row, ctx.now), installation }
}
