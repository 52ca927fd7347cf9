import { dayMs } from '#worker/contracts/durations.ts'
import { groupByDay, type EventDay } from '#site/lib/time/utc-times.ts'
import type { TimeContext } from '#site/lib/time/time-text.ts'
import type { ContentLanguage } from '#worker/contracts/locale.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'

const picksADay = 2

function compareByHype(a: EventSummary, b: EventSummary): number {
  return b.hype_count - a.hype_count || b.participants.length - a.participants.length
}

export function pickTopEventsPerDay(
  events: readonly EventSummary[],
  reader: TimeContext,
): { days: EventDay<EventSummary>[]; rest: EventSummary[] } {
  const days = groupByDay(events, reader).map(({ day, events: ofDay }) => {
    const biggest = new Set(ofDay.toSorted(compareByHype).slice(0, picksADay))
    return { day, events: ofDay.filter((event) => biggest.has(event)) }
  })
  const picked = new Set(days.flatMap((day) => day.events.map(({ id }) => id)))
  return { days, rest: events.filter(({ id }) => !picked.has(id)) }
}

export type LanguageShare = { language: ContentLanguage; count: number; biggest: EventSummary[] }

export function computeLanguageShares(events: readonly EventSummary[]): LanguageShare[] {
  const shares = new Map<ContentLanguage, EventSummary[]>()
  for (const event of events) {
    shares.set(event.language, [...(shares.get(event.language) ?? []), event])
  }
  return [...shares]
    .map(([language, own]) => ({
      language,
      count: own.length,
      biggest: own.toSorted(compareByHype).slice(0, 3),
    }))
    .toSorted((a, b) => b.count - a.count)
}

function hasHighestMeasure(
  event: EventSummary,
  events: readonly EventSummary[],
  measure: (event: EventSummary) => number,
): boolean {
  const size = measure(event)
  return events.every((other) => other === event || measure(other) < size)
}

export type HighlightReason = 'most_hyped' | 'most_people' | 'longest' | 'only_in_language'

const calculateDuration = (event: EventSummary) => Date.parse(event.end) - Date.parse(event.start)
const countParticipants = (event: EventSummary) => event.participants.length

export function findHighlightReasons(
  event: EventSummary,
  week: readonly EventSummary[],
): HighlightReason[] {
  const inLanguage = week.filter(({ language }) => language === event.language)
  const tests: [HighlightReason, boolean][] = [
    ['most_hyped', event.hype_count > 0 && hasHighestMeasure(event, week, (one) => one.hype_count)],
    [
      'most_people',
      countParticipants(event) > 2 && hasHighestMeasure(event, week, countParticipants),
    ],
    [
      'longest',
      calculateDuration(event) > dayMs && hasHighestMeasure(event, week, calculateDuration),
    ],
    ['only_in_language', inLanguage.length === 1],
  ]
  if (week.length < 2) return []
  return tests.flatMap(([reason, holds]) => (holds ? [reason] : [])).slice(0, 2)
}
