import { m } from '#messages'
import type { Category } from '#worker/contracts/enumerations.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { EventSort, Phase } from './contract.ts'

type LabelMessage = (inputs?: Record<never, never>, options?: { locale?: Locale }) => string

const categories: Record<Category, LabelMessage> = {
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

export function categoryName(category: Category, locale?: Locale): string {
  return categories[category]({}, locale && { locale })
}

const phaseNames: Record<Phase, LabelMessage> = {
  live: m.events_phase_live,
  upcoming: m.events_phase_upcoming,
  past: m.events_phase_past,
}

export function phaseName(phase: Phase, locale?: Locale): string {
  return phaseNames[phase]({}, locale && { locale })
}

const sortNames: Record<EventSort, LabelMessage> = {
  start: m.events_sort_start,
  hype: m.events_sort_hype,
  newest: m.events_sort_newest,
}

export function sortName(sort: EventSort, locale?: Locale): string {
  return sortNames[sort]({}, locale && { locale })
}
