import { m } from '#site/lib/messages.ts'
import type {
  CampaignPurpose,
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

export const campaignPurposeNames: Record<CampaignPurpose, () => string> = {
  terms: m.announcement_purpose_terms,
  privacy: m.announcement_purpose_privacy,
  breach: m.announcement_purpose_breach,
  closing: m.announcement_purpose_closing,
  inactivity: m.announcement_purpose_inactivity,
}

export const campaignStatusBadgeClasses: Record<CampaignStatus, string> = {
  draft: '',
  sending: 'badge-hype',
  sent: 'badge-success',
  stopped: 'quiet',
}
