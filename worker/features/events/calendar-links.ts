import { dayMs } from '#worker/contracts/durations.ts'
import { formatLocalDate } from '#worker/contracts/local-date.ts'
import { m } from '#messages'
import type { Locale } from '#worker/contracts/locale.ts'
import { localePath } from '#worker/locale/locale.ts'
import type { CalendarTarget, EventView } from './contract.ts'
import { eventCalendarPath } from './feeds/contract.ts'

type SiteContext = { url: string; locale: Locale }
type CalendarLinkEvent = { title: string; place: string; notes: string; start: string; end: string }

/** Addresses that grow too long are refused by the calendars. */
const longestNotes = 1500

export function buildCalendarLink(
  event: EventView,
  target: CalendarTarget,
  site: SiteContext,
): string {
  if (target === 'ical') return site.url + eventCalendarPath(event, site.locale)
  const entry = buildCalendarLinkEvent(event, site)
  return target === 'google' ? buildGoogleLink(entry) : buildOutlookLink(entry, event)
}

function buildCalendarLinkEvent(event: EventView, { url, locale }: SiteContext): CalendarLinkEvent {
  const page = url + localePath(locale, `/events/${event.slug}`)
  const uncertain = event.time_certainty === 'tba' ? m.calendar_probable_day({}, { locale }) : ''
  const description = [...event.description].slice(0, longestNotes).join('')
  const notes = [uncertain, description, [...event.watch_urls, page].join('\n')]
  return {
    title: event.name,
    place: event.watch_urls[0] ?? page,
    notes: notes.filter(Boolean).join('\n\n'),
    ...formatEventSpan(event),
  }
}

/** Exact events by their instants, others by whole days of their own zone without the end. */
function formatEventSpan(event: EventView): { start: string; end: string } {
  if (event.time_certainty === 'exact') return { start: event.start, end: event.end }
  const lastMoment = Date.parse(event.end) - 1
  const lastDay = formatLocalDate(lastMoment, event.timezone)
  return {
    start: formatLocalDate(Date.parse(event.start), event.timezone),
    end: formatLocalDate(Date.parse(lastDay) + dayMs, 'UTC'),
  }
}

/** `20261204T180000Z`, or `20261204` for a day. */
function compactTimestamp(moment: string): string {
  return moment.replace(/[-:]/g, '').replace(/\.\d+Z$/, 'Z')
}

function buildGoogleLink({ title, place, notes, start, end }: CalendarLinkEvent): string {
  return buildUrl('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: title,
    dates: `${compactTimestamp(start)}/${compactTimestamp(end)}`,
    details: notes,
    location: place,
  })
}

function buildOutlookLink(
  { title, place, notes, start, end }: CalendarLinkEvent,
  event: EventView,
): string {
  return buildUrl('https://outlook.live.com/calendar/0/deeplink/compose', {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: start,
    enddt: end,
    allday: String(event.time_certainty !== 'exact'),
    body: notes,
    location: place,
  })
}

/** Outlook shows a plus as a plus, so that spaces are written `%20`. */
function buildUrl(base: string, parameters: Record<string, string>): string {
  const pairs = Object.entries(parameters).map(
    ([name, value]) => `${name}=${encodeParameter(value)}`,
  )
  return `${base}?${pairs.join('&')}`
}

function encodeParameter(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}
