import { m } from '#site/lib/messages.ts'
import type { Category } from '#worker/contracts/enumerations.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'

const kinds: Record<Category, () => string> = {
  charity: m.week_kind_charity,
  speedrun: m.week_kind_speedrun,
  esports: m.week_kind_esports,
  award_show: m.week_kind_award_show,
  showcase: m.week_kind_showcase,
  variety: m.week_kind_variety,
  talk_show: m.week_kind_talk_show,
  sport: m.week_kind_sport,
  music: m.week_kind_music,
  irl: m.week_kind_irl,
  subathon: m.week_kind_subathon,
  convention: m.week_kind_convention,
  science: m.week_kind_science,
  other: m.week_kind_other,
}

/** What its category promises, in a line. */
export function kindOf({ category }: EventSummary): string {
  return kinds[category]()
}
