import { hourMs } from '#worker/contracts/durations.ts'
import { formatDuration } from './format.ts'
import { m } from './messages.ts'
import type { ContentLanguage, Locale } from '#worker/contracts/locale.ts'
import type { EventRowFields } from '#worker/features/events/contract.ts'
import { categoryKeys, categoryName, sortName } from '#worker/features/events/event-labels.ts'

export { categoryKeys, categoryName, sortName }

export function channelName(event: EventRowFields): string {
  const unknown = isOpenForHype(event) ? m.event_channel_tba : m.event_channel_unknown
  return event.channel?.name ?? event.streaming_account_name ?? unknown()
}

export function wasRescheduled(event: EventRowFields): boolean {
  return event.previous_start !== null && event.previous_start !== event.start
}

/** A lone date says nothing of how long an event lasts. */
export function formatEventDuration(event: EventRowFields, locale: Locale): string | undefined {
  const hours = (Date.parse(event.end) - Date.parse(event.start)) / hourMs
  if (event.time_certainty !== 'exact' && hours < 36) return undefined
  return formatDuration(event.start, event.end, locale)
}

export function isOpenForHype(event: EventRowFields): boolean {
  return event.phase !== 'past' && event.cancelled_at === null
}

/** `https://www.twitch.tv/zerator` → `twitch.tv/zerator` */
export function shortenUrl(url: string): string {
  return decodeURI(url)
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/$/, '')
}

export function findForeignLanguage(
  language: ContentLanguage | null,
  locale: Locale,
): ContentLanguage | undefined {
  return language === null || language === locale ? undefined : language
}
