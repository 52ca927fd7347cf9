import { m } from '#site/lib/messages.ts'
import {
  CampaignStatus,
  type CampaignsQuery,
} from '#worker/features/notifications/campaigns/contract.ts'

const statusNames: Record<CampaignStatus, () => string> = {
  draft: m.campaign_status_draft,
  sending: m.campaign_status_sending,
  sent: m.campaign_status_sent,
  stopped: m.campaign_status_stopped,
}

export const statusBadges: Record<CampaignStatus, string> = {
  draft: '',
  sending: 'badge-hype',
  sent: 'badge-success',
  stopped: 'quiet',
}

export function campaignStatusName(status: CampaignStatus): string {
  return statusNames[status]()
}

export function statusOptions(): { value: CampaignsQuery['status']; label: string }[] {
  return [
    { value: 'all', label: m.campaigns_all() },
    ...CampaignStatus.options.map((value) => ({ value, label: campaignStatusName(value) })),
  ]
}
