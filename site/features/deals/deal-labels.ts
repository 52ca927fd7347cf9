import { m } from '#site/lib/messages.ts'
import type { DealPlacement, DealStatus } from '#worker/features/deals/contract.ts'

export const placementNames: Record<DealPlacement, () => string> = {
  home: m.deal_placement_home,
  discover: m.deal_placement_discover,
  event: m.deal_placement_event,
}

export const dealStatusNames: Record<DealStatus, () => string> = {
  upcoming: m.deal_status_upcoming,
  running: m.deal_status_running,
  ended: m.deal_status_ended,
}
