import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { shortDateText, type TimeContext } from '#site/lib/time/time-text.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { RowTime } from './AgendaRow.tsx'
import type { AgendaEntry } from './agenda-sections.ts'
import { traitsOf, type CalendarItem } from './entries.ts'
import { HypeButton } from './HypeButton.tsx'
import { Icon } from './Icon.tsx'
import { Poster } from './Poster.tsx'
import { formatIsoMinute, Time } from './Time.tsx'
import { eventCountText } from './calendar-labels.ts'

type Props = {
  entry: AgendaEntry
  locale: Locale
  reader: TimeContext
  /** Rendered in full; undefined where all are. */
  full: ReadonlySet<CalendarItem> | undefined
}

/** A group's events as one entry, on the day of its first event. */
export function AgendaGroup({ entry, locale, reader, full }: Props) {
  const [first] = entry
  if (!first.group) return null
  return (
    <li
      className="agenda-group"
      data-start={formatIsoMinute(first.startAt)}
      data-day={first.fixed?.firstDay}
    >
      <details>
        <summary className="event-row">
          <RowTime item={first} locale={locale} reader={reader} />
          <Poster path={first.poster} />
          <div className="event-what">
            <h4 className="event-name">{first.group.name}</h4>
            <p className="event-facts">
              <span>{eventCountText(entry.length, locale)}</span>
            </p>
          </div>
          <Icon name="chevron" />
        </summary>
        <ol className="agenda-members">
          {entry.map((item) => (
            <Member key={item.id} item={item} locale={locale} reader={reader} full={full} />
          ))}
          <li>
            <a className="button button-small" href={paths.group(locale, first.group.slug)}>
              {m.calendar_group_page()}
            </a>
          </li>
        </ol>
      </details>
    </li>
  )
}

type MemberProps = Omit<Props, 'entry'> & { item: CalendarItem }

function Member({ item, locale, reader, full }: MemberProps) {
  const { fixed, startAt, slug, name, isCancelled } = item
  return (
    <li data-traits={traitsOf(item)}>
      <p className="agenda-member">
        {fixed ? (
          <time
            className="quiet quiet-small"
            dateTime={fixed.firstDay}
            data-day={fixed.firstDay}
            data-time-format="day-short"
            suppressHydrationWarning
          >
            {shortDateText(fixed.firstDay, reader)}
          </time>
        ) : (
          <Time className="quiet quiet-small" at={startAt} as="when" reader={reader} />
        )}
        <a href={paths.event(locale, slug)}>{name}</a>
        {isCancelled && <b className="badge badge-danger">{m.event_cancelled()}</b>}
      </p>
      {(full?.has(item) ?? true) && <HypeButton item={item} locale={locale} />}
    </li>
  )
}
