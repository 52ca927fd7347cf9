import { eventTraits } from '#site/lib/display/event-traits.ts'
import { findForeignLanguage, channelName, wasRescheduled } from '#site/lib/event-labels.ts'
import { formatDuration, separator } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import { paths } from '#site/lib/paths.ts'
import { timeText } from '#site/lib/time/time-text.ts'
import { groupByDay, utcTimeContext } from '#site/lib/time/utc-times.ts'
import { calendarDay } from '#site/ui/calendar-day.ts'
import { attributes, classes, html, type Html } from '#site/ui/html.ts'
import { islandIcon } from '#site/ui/island-icon.ts'
import { time } from '#site/ui/time.ts'
import { channelHueClass } from '#worker/contracts/channel-hue.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import { hypeButton } from '#site/features/hype/hype-button.ts'
import { daySection } from '../day-section.ts'
import { eventTime, unknownHourText } from '../event-time.ts'
import { marathonStrip } from '../marathon-strip.ts'
import { poster } from '../poster.ts'
import { singleEventRow } from '../single-row.ts'
import { toAgendaEntries, type AgendaEntry } from './agenda-sections.ts'
import { eventCountText } from './calendar-labels.ts'
import type { CalendarStore } from './calendar.store.ts'
import type { CalendarItem } from './entries.ts'

type CalendarList = ReturnType<CalendarStore['$list']['get']>

export function agenda(list: CalendarList): Html {
  const { earlier, marathons, live, ahead } = list.sections
  const hasEarlier = earlier.continuing.length + earlier.rest.length > 0
  const strip =
    marathons.length > 0 &&
    marathonStrip(
      list.page,
      marathons,
      'h4',
      marathons.map((item) => itemRow(list, item)),
    )
  return html`<h2 id="agenda-title" class="visually-hidden">${m.calendar_view_agenda()}</h2>
    ${
      hasEarlier &&
      html`<details class="agenda-earlier">
        <summary>${islandIcon('chevron')} ${m.calendar_earlier()}</summary>
        ${agendaSection(list, m.calendar_continuing(), earlier.continuing)}
        ${agendaDays(list, earlier.rest)}
      </details>`
    }
    ${agendaSection(list, m.event_live_now(), live, { name: 'agenda-live', strip })}
    ${agendaSection(list, m.calendar_continuing(), ahead.continuing)}
    ${agendaDays(list, ahead.rest)} `
}

function agendaSection(
  list: CalendarList,
  label: string,
  items: readonly CalendarItem[],
  { name, strip }: { name?: string; strip?: Html | undefined | false } = {},
): Html | undefined {
  if (items.length === 0 && !strip) return undefined
  const entries = toAgendaEntries(items, list.isGrouped)
  return html`<section class="day agenda-section">
    <div class="${classes('day-label', name)}">
      <h3>${label}</h3>
    </div>
    <div>
      ${
        entries.length > 0 &&
        html`<ol class="day-rows">
          ${entries.map((entry) => entryRow(list, entry))}
        </ol>`
      }
      ${strip}
    </div>
  </section>`
}

function agendaDays(list: CalendarList, items: readonly CalendarItem[]): Html | undefined {
  const { page, reader, isGrouped } = list
  if (items.length === 0) return undefined
  const entries = new Map(toAgendaEntries(items, isGrouped).map((one) => [one[0], one]))
  const rowOf = (first: CalendarItem) => entryRow(list, entries.get(first) ?? [first])
  const eventsByDay = groupByDay([...entries.keys()], reader)
  return html`<div class="days">
      ${eventsByDay.map(({ day, events }) => daySection(page, day, events.map(rowOf)))}
    </div>
    <i hidden data-time-format="days" data-order="up"></i>`
}

function entryRow(list: CalendarList, entry: AgendaEntry): Html {
  const [item, ...others] = entry
  const { group } = item
  return group && others.length > 0 ? groupRow(list, entry, group) : itemRow(list, item)
}

/** About one screen of rows is written in full at first; the script completes the rest. */
function isWrittenInFull({ full }: CalendarList, item: CalendarItem): boolean {
  return full?.has(item) ?? true
}

function itemRow(list: CalendarList, item: CalendarItem): Html {
  const page = list.page
  if (!isWrittenInFull(list, item)) return plainRow(page, item)
  const overlap = list.overlaps.get(item.id)
  const beside = overlap === undefined ? undefined : overlapNote(overlap)
  return singleEventRow(page, { event: item, beside })
}

/** The least HTML, completed by the script. */
function plainRow(page: PageContext, item: CalendarItem): Html {
  const { fixed, start, end, language, name, slug } = item
  const { locale } = page
  const isPast = item.phase === 'past' || item.cancelled_at
  const own = attributes({
    class: classes('event-row', channelHueClass(item), isPast && 'event-row-past'),
    'data-traits': eventTraits(item),
    'data-start': fixed && start,
    'data-day': fixed?.firstDay,
  })
  const lang = attributes({ lang: findForeignLanguage(language, locale) })
  const hour = timeText('time', item.startAt, utcTimeContext(locale, page.ctx.now))
  const when = fixed
    ? html`<b>${unknownHourText(item)}</b>`
    : html`<time datetime="${start.replace(':00Z', 'Z')}">${hour}</time
        >${formatDuration(start, end, locale)}`
  const link = html`<h4><a href="${paths.event(locale, slug)}" ${lang}>${name}</a></h4>`
  const facts = html`<p>${plainFacts(item)}</p>`
  return html`<li ${own}>${html`<p>${when}</p>`}${html`<div>${link}${facts}</div>`}</li>`
}

function plainFacts(item: CalendarItem): string {
  const { platform, language, cancelled_at } = item
  const facts = [platforms[platform].name, channelName(item)]
  facts.push(language.toUpperCase())
  if (cancelled_at) facts.unshift(m.event_cancelled())
  else if (wasRescheduled(item)) facts.unshift(m.event_moved())
  return facts.join(separator)
}

function groupRow(
  list: CalendarList,
  entry: AgendaEntry,
  group: NonNullable<CalendarItem['group']>,
): Html {
  const [first] = entry
  const page = list.page
  const own = attributes({ 'data-start': first.start, 'data-day': first.fixed?.firstDay })
  return html`<li class="agenda-group" ${own}>
    <details>
      <summary class="event-row">
        ${eventTime(page, first)}
        ${poster({ event: first, class: 'event-face event-face-square', width: 44, height: 44 })}
        <div class="event-what">
          <h4 class="event-name">${group.name}</h4>
          <p class="event-facts"><span>${eventCountText(entry.length, page.locale)}</span></p>
        </div>
        ${islandIcon('chevron')}
      </summary>
      <ol class="agenda-members">
        ${entry.map((item) => memberRow(list, item))}
        <li>
          <a class="button button-small" href="${paths.group(page.locale, group.slug)}">
            ${m.calendar_group_page()}
          </a>
        </li>
      </ol>
    </details>
  </li>`
}

function memberRow(list: CalendarList, item: CalendarItem): Html {
  const page = list.page
  return html`<li data-traits="${eventTraits(item)}">
    <p class="agenda-member">
      ${memberDate(page, item)}
      <a href="${paths.event(page.locale, item.slug)}">${item.name}</a>
      ${item.cancelled_at && html`<b class="badge badge-danger">${m.event_cancelled()}</b>`}
    </p>
    ${isWrittenInFull(list, item) && hypeButton(page, { event: item, size: 'short' })}
  </li>`
}

function memberDate(page: PageContext, { fixed, start }: CalendarItem): Html {
  const name = 'quiet quiet-small'
  if (!fixed) return time(page, { at: start, as: 'when', class: name })
  return calendarDay(page, { day: fixed.firstDay, class: name })
}

function overlapNote(name: string): Html {
  const text = m.calendar_overlap({ name })
  return html`<p class="clash-mark agenda-overlap" title="${text}"><span>${text}</span></p>`
}
