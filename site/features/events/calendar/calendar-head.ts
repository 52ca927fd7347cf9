import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { capitalize } from '#site/lib/time/time-text.ts'
import { html, type Html } from '#site/ui/html.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { zoneNote } from '../zone-note.ts'
import { monthText } from './calendar-labels.ts'

/** The month, and the zone of its times. */
export function calendarHead({ month, locale }: { month: string; locale: Locale }): Html {
  return html`<h1>${capitalize(monthText(month, locale))}</h1>
    ${zoneNote()}`
}

/** The note on where the events are that a month has no room for. */
export function cutNote(locale: Locale): Html {
  return html`${m.calendar_cut()} <a href="${paths.events(locale)}">${m.calendar_all_events()}</a>`
}
