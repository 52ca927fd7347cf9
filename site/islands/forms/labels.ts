import { m } from '#site/lib/messages.ts'
import { Category, Language, Platform } from '#worker/contract.ts'
import type { EventStatus, RejectionCode } from '#worker/features/events/contract.ts'

/** What people read for the API's enumerations. */

export const platforms = Platform.options
export const languages = Language.options
export const categories = Category.options

const platformNames: Record<Platform, string> = { twitch: 'Twitch', youtube: 'YouTube' }

export function platformName(platform: Platform): string {
  return platformNames[platform]
}

const categoryNames: Record<Category, () => string> = {
  charity: m.category_charity,
  speedrun: m.category_speedrun,
  esports: m.category_esports,
  award_show: m.category_award_show,
  showcase: m.category_showcase,
  variety: m.category_variety,
  talk_show: m.category_talk_show,
  sport: m.category_sport,
  music: m.category_music,
  irl: m.category_irl,
  subathon: m.category_subathon,
  convention: m.category_convention,
  science: m.category_science,
  other: m.category_other,
}

export function categoryName(category: Category): string {
  return categoryNames[category]()
}

const statusNames: Record<EventStatus, () => string> = {
  pending: m.status_pending,
  approved: m.status_approved,
  rejected: m.status_rejected,
  disabled: m.status_disabled,
}

export function statusName(status: EventStatus): string {
  return statusNames[status]()
}

export const reasonNames: Record<RejectionCode, () => string> = {
  duplicate: m.rejection_duplicate,
  not_special: m.rejection_not_special,
  no_proof: m.rejection_no_proof,
  wrong_details: m.rejection_wrong_details,
  spam: m.rejection_spam,
  other: m.rejection_other,
}
