import { eventTraits } from '#site/lib/display/event-traits.ts'
import {
  findForeignLanguage,
  gameOrCategoryName,
  streamingAccountName,
  wasRescheduled,
} from '#site/lib/event-labels.ts'
import { formatDuration, languageName, separator } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import { paths } from '#site/lib/paths.ts'
import { timeText } from '#site/lib/time/time-text.ts'
import { utcTimeContext } from '#site/lib/time/utc-times.ts'
import { calendarDay } from '#site/ui/calendar-day.ts'
import { attributes, classes, html, type Html } from '#site/ui/html.ts'
import { islandIcon } from '#site/ui/island-icon.ts'
import { time } from '#site/ui/time.ts'
import { channelHueClass } from '#worker/contracts/channel-hue.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import { hypeButton } from '#site/features/hype/hype-button.ts'
import { eventTime, unknownHour } from '../event-time.ts'
import { poster } from '../poster.ts'
import { singleRow } from '../single-row.ts'
import type { AgendaEntry } from './agenda-sections.ts'
import { eventCountText } from './calendar-labels.ts'
import type { CalendarItem } from './entries.ts'

export type RowProps = {
  /** The rows that are written in full; undefined where all are. */
  full: ReadonlySet<CalendarItem> | undefined
  /** By event, the name of another hyped one that overlaps. */
  overlaps: ReadonlyMap<number, string>
}

export function agendaRow(page: PageContext, entry: AgendaEntry, props: RowProps) {
  const [item, ...others] = entry
  const { full, overlaps } = props
  if (others.length > 0) return groupRow(page, entry, props)
  if (full && !full.has(item)) return plainRow(page, item)
  const overlap = overlaps.get(item.id)
  return singleRow(page, {
    event: item,
    below: overlap === undefined ? undefined : overlapNote(overlap),
  })
}

/** A row with the least HTML, completed by the script. */
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
    ? html`<b>${unknownHour(item)}</b>`
    : html`<time datetime="${start.replace(':00Z', 'Z')}">${hour}</time
        >${formatDuration(start, end, locale)}`
  const link = html`<h4><a href="${paths.event(locale, slug)}" ${lang}>${name}</a></h4>`
  const facts = html`<p>${plainFacts(item)}</p>`
  return html`<li ${own}>${html`<p>${when}</p>`}${html`<div>${link}${facts}</div>`}</li>`
}

function plainFacts(item: CalendarItem): string {
  const { platform, language, cancelled_at } = item
  const facts = [platforms[platform].name, streamingAccountName(item)]
  facts.push(languageName(language), gameOrCategoryName(item))
  if (cancelled_at) facts.unshift(m.event_cancelled())
  else if (wasRescheduled(item)) facts.unshift(m.event_moved())
  return facts.join(separator)
}

/** A group's events as one entry, on the day of its first event. */
function groupRow(page: PageContext, entry: AgendaEntry, { full }: RowProps): Html | undefined {
  const [first] = entry
  if (!first.group) return undefined
  const own = attributes({ 'data-start': first.start, 'data-day': first.fixed?.firstDay })
  return html`<li class="agenda-group" ${own}>
    <details>
      <summary class="event-row">
        ${eventTime(page, first)}
        ${poster({ event: first, class: 'event-thumb event-thumb-square', width: 128, height: 72 })}
        <div class="event-what">
          <h4 class="event-name">${first.group.name}</h4>
          <p class="event-facts"><span>${eventCountText(entry.length, page.locale)}</span></p>
        </div>
        ${islandIcon('chevron')}
      </summary>
      <ol class="agenda-members">
        ${entry.map((item) => member(page, item, full))}
        <li>
          <a class="button button-small" href="${paths.group(page.locale, first.group.slug)}">
            ${m.calendar_group_page()}
          </a>
        </li>
      </ol>
    </details>
  </li>`
}

function member(page: PageContext, item: CalendarItem, full: RowProps['full']): Html {
  return html`<li data-traits="${eventTraits(item)}">
    <p class="agenda-member">
      ${memberDate(page, item)}
      <a href="${paths.event(page.locale, item.slug)}">${item.name}</a>
      ${item.cancelled_at && html`<b class="badge badge-danger">${m.event_cancelled()}</b>`}
    </p>
    ${(!full || full.has(item)) && hypeButton(page, { event: item, size: 'short' })}
  </li>`
}

function memberDate(page: PageContext, { fixed, start }: CalendarItem): Html {
  const name = 'quiet quiet-small'
  if (!fixed) return time(page, { at: start, as: 'when', class: name })
  return calendarDay(page, { day: fixed.firstDay, class: name })
}

/** On the row of a hyped event that another overlaps. */
function overlapNote(name: string): Html {
  const text = m.calendar_overlap({ name })
  return html`<p class="agenda-overlap" title="${text}"><span>${text}</span></p>`
}
