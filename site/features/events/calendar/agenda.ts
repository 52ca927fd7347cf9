import { m } from '#site/lib/messages.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { TimeContext } from '#site/lib/time/time-text.ts'
import { classes, html, type Html } from '#site/ui/html.ts'
import { islandIcon } from '#site/ui/island-icon.ts'
import { daySection } from '../day-section.ts'
import { marathonStrip } from '../marathon-strip.ts'
import { agendaRow, type RowProps } from './agenda-rows.ts'
import { agendaDays, foldGroups, type AgendaEntry, type AgendaSections } from './agenda-sections.ts'
import type { CalendarItem } from './entries.ts'

type AgendaProps = RowProps & {
  sections: AgendaSections
  isGrouped: boolean
  /** In whose days the rows stand; the script before the first paint has them cut in the reader's. */
  reader: TimeContext
}

/** A month or a week as a list: past events folded, then live ones, then upcoming ones. */
export function agenda(page: PageContext, props: AgendaProps): Html {
  const { earlier, marathons, live, ahead } = props.sections
  const hasEarlier = earlier.continuing.length + earlier.rest.length > 0
  const strip =
    marathons.length > 0 &&
    marathonStrip(page, marathons, 'h4', rows(page, props, foldGroups(marathons, false)))
  return html`<h2 id="agenda-title" class="visually-hidden">${m.calendar_view_agenda()}</h2>
    ${
      hasEarlier &&
      html`<details class="agenda-earlier">
        <summary>${islandIcon('chevron')} ${m.calendar_earlier()}</summary>
        ${section(page, props, { label: m.calendar_continuing(), items: earlier.continuing })}
        ${days(page, props, earlier.rest)}
      </details>`
    }
    ${section(page, props, { label: m.event_live_now(), items: live, isLive: true, strip })}
    ${section(page, props, { label: m.calendar_continuing(), items: ahead.continuing })}
    ${days(page, props, ahead.rest)} `
}

function rows(page: PageContext, props: RowProps, entries: readonly AgendaEntry[]): Html[] {
  return entries.flatMap((entry) => agendaRow(page, entry, props) ?? [])
}

type SectionProps = {
  label: string
  items: readonly CalendarItem[]
  isLive?: boolean
  strip?: Html | undefined | false
}

/** Rows under a label other than a day; below them what folds into a strip. */
function section(page: PageContext, props: AgendaProps, own: SectionProps): Html | undefined {
  const { label, items, isLive, strip } = own
  if (items.length === 0 && !strip) return undefined
  const entries = foldGroups(items, props.isGrouped)
  return html`<section class="day agenda-section">
    <div class="${classes('day-label', isLive && 'agenda-live')}">
      <h3>${label}</h3>
    </div>
    <div>
      ${
        entries.length > 0 &&
        html`<ol class="day-rows">
          ${rows(page, props, entries)}
        </ol>`
      }
      ${strip}
    </div>
  </section>`
}

function days(page: PageContext, props: AgendaProps, items: readonly CalendarItem[]) {
  const entries = foldGroups(items, props.isGrouped)
  const found = agendaDays(entries, props.reader)
  if (found.length === 0) return undefined
  return html`<div class="days">
      ${found.map(({ day, entries: ofDay }) => daySection(page, day, rows(page, props, ofDay)))}
    </div>
    <i hidden data-time-format="days" data-order="up"></i>`
}
