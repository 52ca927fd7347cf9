import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { getLocale } from '#messages/runtime'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { TryAgain } from '#site/ui/Failure.tsx'
import { PlannedNotifications } from './PlannedNotifications.tsx'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import {
  HypedPeriod,
  type HypedEventsView,
  type HypedEventView,
} from '#worker/features/notifications/planned/contract.ts'
import { createHypedEventsStore } from './hyped-events.store.ts'
import { PeriodTabs } from '#site/ui/PeriodTabs.tsx'

const periodNames: Record<HypedPeriod, () => string> = {
  upcoming: m.period_upcoming,
  past: m.hyped_past,
}

/** Each hyped event, with what was and will be sent about it behind its name. */
export function HypedEvents({ first }: { first: HypedEventsView }) {
  const [store] = useState(() => createHypedEventsStore(api, first))
  const { items, period, next_cursor, isLoading, failure } = useStore(store.$hyped)
  return (
    <div className="stack">
      <PeriodTabs
        label={m.hyped_title()}
        periods={HypedPeriod.options}
        names={periodNames}
        chosen={period}
        onChoose={(one) => void store.load(one)}
      />
      <div className="stack" aria-live="polite" aria-busy={isLoading}>
        {items.length > 0 && (
          <ul className="hyped-events">
            {items.map((hyped) => (
              <Hyped key={hyped.event.id} hyped={hyped} />
            ))}
          </ul>
        )}
        {isLoading && items.length === 0 && <Skeleton />}
        {!isLoading && !failure && items.length === 0 && (
          <div className="empty">
            <p>{period === 'past' ? m.hyped_none_past() : m.hyped_none()}</p>
            <a className="button" href={paths.events(getLocale())}>
              {m.notifications_browse()}
            </a>
          </div>
        )}
        <TryAgain text={failure} onRetry={() => void store.retry()} />
        {next_cursor && !failure && (
          <button
            type="button"
            className="button"
            disabled={isLoading}
            onClick={() => void store.loadMore()}
          >
            {m.hyped_more()}
          </button>
        )}
      </div>
    </div>
  )
}

function Hyped({ hyped }: { hyped: HypedEventView }) {
  const { slug, name, start, timezone, time_certainty, cancelled_at, phase } = hyped.event
  const dayIn = time_certainty === 'exact' ? undefined : timezone
  return (
    <li>
      <div className="hyped-event">
        <a href={paths.event(getLocale(), slug)}>{name}</a>
        <p className="quiet quiet-small">
          <LocalTime at={start} dayIn={dayIn} />
          {cancelled_at !== null && ` · ${m.event_cancelled()}`}
        </p>
      </div>
      <details className="planned">
        <summary>
          {phase === 'upcoming' && cancelled_at === null
            ? m.planned_title()
            : m.planned_title_past()}
          <span className="visually-hidden"> {name}</span>
        </summary>
        <div>
          <PlannedNotifications hyped={hyped} />
        </div>
      </details>
    </li>
  )
}

function Skeleton() {
  return (
    <div className="stack" aria-hidden="true">
      {[1, 2, 3].map((row) => (
        <p key={row} className="skeleton hyped-skeleton" />
      ))}
    </div>
  )
}
