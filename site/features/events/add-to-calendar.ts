import { getOpeningCalendar, openEventInCalendar } from '#site/features/hype/calendar-links.ts'
import { calendarNames } from '#site/features/hype/calendar-names.ts'
import { askForEmailAddress, type LastStep } from '#site/features/hype/email-sheet/open.ts'
import {
  keepActionWhenSessionEnds,
  signUpThenResume,
  takePendingAction,
} from '#site/lib/session/resume-after-login.ts'
import { readAccessToken } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { CalendarTarget } from '#worker/features/events/contract.ts'

/** By the table of names: a schema would bring the validator into every event's page. */
function isCalendarTarget(value: string | undefined): value is CalendarTarget {
  return value !== undefined && Object.hasOwn(calendarNames, value)
}

async function addAfterSignIn(slug: string, target: CalendarTarget): Promise<LastStep | undefined> {
  const href = await openEventInCalendar(slug, target, { canLeave: false })
  if (!href) return undefined
  if (target === 'ical')
    return { title: m.sheet_calendar_file(), text: m.sheet_calendar_file_text() }
  const label = m.sheet_calendar_open({ target: calendarNames[target] })
  return { title: m.sheet_calendar(), text: m.sheet_calendar_text(), link: { label, href } }
}

function askGuestForEmail(
  { dataset }: HTMLElement,
  target: CalendarTarget,
  opener: Element,
): Promise<void> {
  return askForEmailAddress({
    action: 'calendar',
    subject: target,
    name: dataset.name ?? '',
    start: dataset.start,
    opener,
    onSignedIn: () => addAfterSignIn(dataset.calendarEvent ?? '', target),
  })
}

keepActionWhenSessionEnds(() => {
  const subject = getOpeningCalendar()
  return subject && { name: 'calendar', subject }
})

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('[data-calendar-target]')
  const place = button ? button.closest<HTMLElement>('[data-calendar-event]') : null
  const wanted = button ? button.dataset.calendarTarget : undefined
  if (!button || !place?.dataset.calendarEvent || !isCalendarTarget(wanted)) return
  if (readAccessToken()) void openEventInCalendar(place.dataset.calendarEvent, wanted)
  else askGuestForEmail(place, wanted, button).catch(() => signUpThenResume('calendar', wanted))
})

/** Calendar that was asked for before a sign-in that left the event's page. */
const slug = document.querySelector<HTMLElement>('[data-calendar-event]')?.dataset.calendarEvent
const asked = slug && takePendingAction('calendar')
if (slug && isCalendarTarget(asked) && readAccessToken()) void openEventInCalendar(slug, asked)
