import { askForEmailAddress } from '#site/features/hype/email-sheet/open.ts'
import { showLoadedToast } from '#site/ui/toasts/toast.ts'
import {
  keepActionWhenSessionEnds,
  signUpThenResume,
  takePendingAction,
} from '#site/lib/session/resume-after-login.ts'
import { api, ApiError, readAccessToken } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { CalendarTarget } from '#worker/features/events/contract.ts'

const failures: Record<CalendarTarget, () => string> = {
  google: m.event_calendar_failed_google,
  outlook: m.event_calendar_failed_outlook,
  ical: m.event_calendar_failed_ical,
}
const panel = document.querySelector<HTMLElement>('[data-calendar-event]')

/** By the table of failures: a schema would bring the validator into every event's page. */
function isCalendarTarget(value: string | undefined): value is CalendarTarget {
  return value !== undefined && Object.hasOwn(failures, value)
}

/** A calendar in a tab of its own where the browser lets one open, a file in this one. */
function openCalendarUrl(url: string, target: CalendarTarget): void {
  const opened = target === 'ical' ? null : window.open(url, '_blank')
  if (opened) opened.opener = null
  else location.assign(url)
}

let adding: CalendarTarget | undefined

async function addEventToCalendar(slug: string, target: CalendarTarget): Promise<void> {
  // A double click opens one tab.
  if (adding === target) return
  adding = target
  try {
    const { url } = await api.get('events/:event/calendar', {
      params: { event: slug },
      query: { target },
    })
    openCalendarUrl(url, target)
  } catch (error) {
    // A session that has ended leads to login by itself.
    if (error instanceof ApiError && error.status === 401) return
    showLoadedToast(failures[target](), { kind: 'error' })
  } finally {
    adding = undefined
  }
}

function askGuestForEmail({ dataset }: HTMLElement, target: CalendarTarget): Promise<void> {
  return askForEmailAddress({
    action: 'calendar',
    subject: target,
    name: dataset.name ?? '',
    start: dataset.start,
    onSignedIn: () => void addEventToCalendar(dataset.calendarEvent ?? '', target),
  })
}

keepActionWhenSessionEnds(() => adding && { name: 'calendar', subject: adding })

const slug = panel?.dataset.calendarEvent
if (panel && slug) {
  panel.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('[data-calendar-target]')
    if (!(button instanceof HTMLElement)) return
    const wanted = button.dataset.calendarTarget
    if (!isCalendarTarget(wanted)) return
    if (readAccessToken()) void addEventToCalendar(slug, wanted)
    else askGuestForEmail(panel, wanted).catch(() => signUpThenResume('calendar', wanted))
  })
  const asked = takePendingAction('calendar')
  if (isCalendarTarget(asked) && readAccessToken()) void addEventToCalendar(slug, asked)
}
