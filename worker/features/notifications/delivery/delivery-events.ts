import type { Ctx } from '#worker/context.ts'
import { listEventSlugs } from '#worker/features/notifications/campaigns/event-blocks.ts'
import type { CampaignText } from '#worker/features/notifications/campaigns/contract.ts'
import { findShownEvents } from '#worker/features/notifications/shown-events/shown-events.ts'
import { isCampaignDelivery, type ClaimedDelivery } from './claim.ts'

function listCampaignSlugs(delivery: ClaimedDelivery): string[] {
  if (!isCampaignDelivery(delivery) || delivery.campaignText === null) return []
  return listEventSlugs((JSON.parse(delivery.campaignText) as CampaignText).markdown)
}

/** In one read a page, most of whose messages are about the same event. */
export async function addShownEvents(
  ctx: Ctx,
  claimed: readonly ClaimedDelivery[],
): Promise<ClaimedDelivery[]> {
  const slugsOf = new Map(claimed.map((one) => [one, listCampaignSlugs(one)]))
  const found = await findShownEvents(ctx, {
    ids: [...new Set(claimed.flatMap(({ event }) => event?.id ?? []))],
    slugs: [...new Set([...slugsOf.values()].flat())],
  })
  return claimed.map((delivery) => ({
    ...delivery,
    shownEvents: found.filter(
      ({ event }) =>
        event.id === delivery.event?.id || slugsOf.get(delivery)?.includes(event.slug) === true,
    ),
  }))
}
