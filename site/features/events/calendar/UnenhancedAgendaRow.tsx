import { foreignLanguage } from '#site/lib/event-labels.ts'
import { formatDuration, languageName, separator } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { timeText, type TimeContext } from '#site/lib/time/time-text.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import { traitsOf, type CalendarItem } from './entries.ts'
import { formatIsoMinute } from './Time.tsx'

type Props = { item: CalendarItem; locale: Locale; reader: TimeContext }

/** A row with the least HTML, completed by the script. */
export function UnenhancedAgendaRow({ item, locale, reader }: Props) {
  const { startAt, endAt, fixed, slug, name, language } = item
  const duration = formatDuration(formatIsoMinute(startAt), formatIsoMinute(endAt), locale)
  const isPast = item.phase === 'past' || item.isCancelled
  return (
    <li
      className={`event-row hue-${item.hue}${isPast ? ' event-row-past' : ''}`}
      data-traits={traitsOf(item)}
      data-start={fixed && formatIsoMinute(startAt)}
      data-day={fixed?.firstDay}
    >
      <p>
        {fixed ? (
          <b>{item.isTimeUnknown ? m.event_time_tba() : m.event_all_day()}</b>
        ) : (
          <>
            <time dateTime={formatIsoMinute(startAt)} suppressHydrationWarning>
              {timeText('time', startAt, reader)}
            </time>
            {duration}
          </>
        )}
      </p>
      <div>
        <h4>
          <a href={paths.event(locale, slug)} lang={foreignLanguage(language, locale)}>
            {name}
          </a>
        </h4>
        <p>{factsOf(item)}</p>
      </div>
    </li>
  )
}

function factsOf({ platform, account, language, subject, isCancelled, hasMoved }: CalendarItem) {
  const facts = [platforms[platform].name, account, languageName(language), subject]
  if (isCancelled) facts.unshift(m.event_cancelled())
  else if (hasMoved) facts.unshift(m.event_moved())
  return facts.join(separator)
}
