import { showLoadedToast } from '#site/ui/toasts/toast.ts'
import { api, ApiError } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { CalendarTarget } from '#worker/features/events/contract.ts'

const failures: Record<CalendarTarget, () => string> = {
  google: m.event_calendar_failed_google,
  outlook: m.event_calendar_failed_outlook,
  ical: m.event_calendar_failed_ical,
}

let opening: CalendarTarget | undefined

export function getOpeningCalendar(): CalendarTarget | undefined {
  return opening
}

/** A calendar in a tab of its own where the browser lets one open, a file in this one. */
function openCalendarUrl(url: string, target: CalendarTarget, canLeave: boolean): void {
  const opened = target === 'ical' ? null : window.open(url, '_blank')
  if (opened) opened.opener = null
  else if (target === 'ical' || canLeave) location.assign(url)
}

/** Returns the calendar's address; one that is not to leave the page offers it as a link. */
export async function openEventInCalendar(
  slug: string,
  target: CalendarTarget,
  { canLeave = true } = {},
): Promise<string | undefined> {
  // A double click opens one tab.
  if (opening === target) return undefined
  opening = target
  try {
    const { url } = await api.get('events/:event/calendar', {
      params: { event: slug },
      query: { target },
    })
    openCalendarUrl(url, target, canLeave)
    return url
  } catch (error) {
    // A session that has ended leads to login by itself.
    const hasEnded = error instanceof ApiError && error.status === 401
    if (!hasEnded) showLoadedToast(failures[target](), { kind: 'error' })
    return undefined
  } finally {
    opening = undefined
  }
}
