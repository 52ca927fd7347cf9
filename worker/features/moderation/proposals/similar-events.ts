import { read, type Contributor, type Ctx } from '#worker/context.ts'
import type { SimilarEventsQuery, SimilarEventsView } from './similar-events-contract.ts'
import {
  pickSimilarEvents,
  arePossiblySimilarEvents,
  selectNearbyEvents,
  selectUpcomingEventsOnAccount,
  toNearbyEvents,
  toSimilarEvent,
} from './similar.ts'

export async function listSimilarEvents(
  ctx: Ctx<Contributor>,
  { platform, streaming_account_name: accountName, start, ...query }: SimilarEventsQuery,
): Promise<SimilarEventsView> {
  if (start === undefined) {
    const { upcoming } = await read(ctx, {
      upcoming: selectUpcomingEventsOnAccount(ctx, platform, accountName),
    })
    return { items: toNearbyEvents(upcoming).map((event) => toSimilarEvent(event, true)) }
  }
  const { nearby } = await read(ctx, { nearby: selectNearbyEvents(ctx, start) })
  const proposed = { ...query, platform, accountName, startAt: start, participants: [] }
  return {
    items: pickSimilarEvents(proposed, toNearbyEvents(nearby), 0, arePossiblySimilarEvents).slice(
      0,
      5,
    ),
  }
}
