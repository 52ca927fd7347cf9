import { followableTraits } from '#site/lib/display/event-traits.ts'
import { streamingAccountName, wasRescheduled, gameOrCategoryName } from '#site/lib/event-labels.ts'
import { localDay, type TimeContext } from '#site/lib/time/time-text.ts'
import { channelHue } from '#worker/contracts/channel-hue.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'
import type { CalendarItem } from './entries.ts'

/** Texts are made on the server, so that the browser needs no message catalogue. */
export function toCalendarItem(event: EventSummary): CalendarItem {
  const { id, slug, name, category, platform, language, phase, group } = event
  const startAt = Date.parse(event.start)
  const endAt = Date.parse(event.end)
  const zone: TimeContext = { tag: 'en', timeZone: event.timezone, now: startAt }
  const isExact = event.time_certainty === 'exact'
  return {
    id,
    slug,
    name,
    startAt,
    endAt,
    category,
    platform,
    account: streamingAccountName(event),
    language,
    subject: gameOrCategoryName(event),
    hue: channelHue(event),
    phase,
    group: group ? { slug: group.slug, name: group.name } : undefined,
    fixed: isExact
      ? undefined
      : { firstDay: localDay(startAt, zone), lastDay: localDay(endAt - 1, zone) },
    isTimeUnknown: event.time_certainty === 'tba',
    isCancelled: event.cancelled_at !== null,
    isLate: event.is_late,
    hasMoved: wasRescheduled(event),
    hypeCount: event.hype_count,
    poster: event.thumbnail_path,
    followable: followableTraits(event),
  }
}
