import { m } from '#site/lib/messages.ts'
import type {
  CampaignsQuery,
  CampaignStatus,
} from '#worker/features/notifications/campaigns/contract.ts'

export const campaignStatusNames: Record<CampaignsQuery['status'], () => string> = {
  all: m.campaigns_all,
  draft: m.campaign_status_draft,
  sending: m.campaign_status_sending,
  sent: m.campaign_status_sent,
  stopped: m.campaign_status_stopped,
}

export const campaignStatusBadgeClasses: Record<CampaignStatus, string> = {
  draft: '',
  sending: 'badge-hype',
  sent: 'badge-success',
  stopped: 'quiet',
}
