import { gameName } from './game-name.ts'
import { hourMs } from '#worker/contracts/durations.ts'
import { formatDuration } from './format.ts'
import { m } from './messages.ts'
import type { Category } from '#worker/contracts/enumerations.ts'
import type { ContentLanguage, Locale } from '#worker/contracts/locale.ts'
import type { EventSort, EventSummary, Phase } from '#worker/features/events/contract.ts'

const categories: Record<Category, () => string> = {
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

export const categoryKeys = Object.keys(categories) as Category[]

export function categoryName(category: Category): string {
  return categories[category]()
}

const phaseNames: Record<Phase, () => string> = {
  live: m.events_phase_live,
  upcoming: m.events_phase_upcoming,
  past: m.events_phase_past,
}

export function phaseName(phase: Phase): string {
  return phaseNames[phase]()
}

const sortNames: Record<EventSort, () => string> = {
  start: m.events_sort_start,
  hype: m.events_sort_hype,
  newest: m.events_sort_newest,
}

export function sortName(sort: EventSort): string {
  return sortNames[sort]()
}

/** The game says more than the category, where there is one. */
export function gameOrCategoryName(event: EventSummary): string {
  return event.game ? gameName(event.game) : categoryName(event.category)
}

export function streamingAccountName(event: EventSummary): string {
  return event.streaming_account_name ?? m.event_channel_tba()
}

/** Announced for another moment first. */
export function wasRescheduled(event: EventSummary): boolean {
  return event.previous_start !== null && event.previous_start !== event.start
}

/** About how long it lasts; a lone date says nothing of that. */
export function durationOf(event: EventSummary, locale: Locale): string | undefined {
  const hours = (Date.parse(event.end) - Date.parse(event.start)) / hourMs
  if (event.time_certainty !== 'exact' && hours < 36) return undefined
  return formatDuration(event.start, event.end, locale)
}

export function isOpenForHype(event: EventSummary): boolean {
  return event.phase !== 'past' && event.cancelled_at === null
}

/** `twitch.tv/zerator`: an address without what people don't say. */
export function shortAddress(url: string): string {
  return decodeURI(url)
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/$/, '')
}

/** For `lang`: the language of a text where it is not the page's. */
export function foreignLanguage(
  language: ContentLanguage | null,
  locale: Locale,
): ContentLanguage | undefined {
  return language === null || language === locale ? undefined : language
}
