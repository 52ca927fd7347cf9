import { memo } from 'react'
import { hourMs } from '#worker/contracts/durations.ts'
import { foreignLanguage } from '#site/lib/event-labels.ts'
import { formatDuration, languageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { TimeContext } from '#site/lib/time/time-text.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import { traitsOf, type CalendarItem } from './entries.ts'
import { HypeButton } from './HypeButton.tsx'
import { Poster } from './Poster.tsx'
import { TimeUntil, formatIsoMinute, Time } from './Time.tsx'

type Props = {
  item: CalendarItem
  locale: Locale
  reader: TimeContext
  overlap: string | undefined
}

/** A row as in every list of events. */
export const AgendaRow = memo(function AgendaRow(props: Props) {
  const { item, locale, reader, overlap } = props
  const isPast = item.phase === 'past' || item.isCancelled
  return (
    <li
      className={`event-row hue-${item.hue} ${isPast ? 'event-row-past' : ''}`}
      data-traits={traitsOf(item)}
      data-start={formatIsoMinute(item.startAt)}
      data-day={item.fixed?.firstDay}
    >
      <RowTime item={item} locale={locale} reader={reader} />
      <Poster path={item.poster} />
      <div className="event-what">
        <h4 className="event-name">
          <a
            className="whole-link"
            href={paths.event(locale, item.slug)}
            lang={foreignLanguage(item.language, locale)}
          >
            {item.name}
          </a>
        </h4>
        <p className="event-facts">
          <span className={`platform platform-${item.platform}`}>
            <span className="platform-word">{platforms[item.platform].name}</span>
          </span>
          <span>{item.account}</span>
          <span lang={item.language}>{languageName(item.language)}</span>
          <span>{item.subject}</span>
          {item.isCancelled && <b className="badge badge-danger">{m.event_cancelled()}</b>}
          {!item.isCancelled && item.hasMoved && <b className="badge">{m.event_moved()}</b>}
        </p>
      </div>
      <HypeButton item={item} locale={locale} />
      {overlap !== undefined && <OverlapNote name={overlap} />}
    </li>
  )
})

function OverlapNote({ name }: { name: string }) {
  const text = m.calendar_overlap({ name })
  return (
    <p className="agenda-overlap" title={text}>
      <span>{text}</span>
    </p>
  )
}

export function RowTime({ item, locale, reader }: Pick<Props, 'item' | 'locale' | 'reader'>) {
  return (
    <p className="event-time">
      {item.fixed ? (
        <WholeDay item={item} locale={locale} />
      ) : item.phase === 'live' ? (
        <LiveTime item={item} reader={reader} />
      ) : (
        <>
          <Time className="event-hour" at={item.startAt} as="time" reader={reader} />
          <Ahead item={item} locale={locale} reader={reader} />
        </>
      )}
    </p>
  )
}

function Ahead({ item, locale, reader }: Pick<Props, 'item' | 'locale' | 'reader'>) {
  const duration = durationOf(item, locale)
  if (item.phase === 'past') return <span className="event-time-note">{duration}</span>
  return (
    <TimeUntil className="event-time-note" at={item.startAt} reader={reader} beyond={duration} />
  )
}

function LiveTime({ item, reader }: Pick<Props, 'item' | 'reader'>) {
  return (
    <>
      {item.isLate ? (
        <b className="badge badge-late">{m.event_late()}</b>
      ) : (
        <b className="badge badge-live">{m.event_live()}</b>
      )}
      <span className="event-time-note">
        {`${m.event_ends()} `}
        <Time at={item.endAt} as="until" reader={reader} />
      </span>
    </>
  )
}

function WholeDay({ item, locale }: Pick<Props, 'item' | 'locale'>) {
  const isLong = item.endAt - item.startAt >= 36 * hourMs
  return (
    <>
      <span className="event-hour event-hour-unknown">
        {item.isTimeUnknown ? m.event_time_tba() : m.event_all_day()}
      </span>
      {!item.isTimeUnknown && isLong && (
        <span className="event-time-note">{durationOf(item, locale)}</span>
      )}
    </>
  )
}

function durationOf({ startAt, endAt }: CalendarItem, locale: Locale): string {
  return formatDuration(formatIsoMinute(startAt), formatIsoMinute(endAt), locale)
}
