import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { TryAgain } from '#site/ui/Failure.tsx'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { onToggleChange } from '#site/features/hype/toggles/toggle-changes.ts'
import { useHypeButtons } from '#site/features/hype/use-hype-buttons.ts'
import {
  HypedEventsPeriod,
  type HypedEventsView,
  type HypedEventView,
} from '#worker/features/notifications/planned/contract.ts'
import { createHypedEventsStore } from './hyped-events.store.ts'
import { PeriodTabs } from '#site/ui/PeriodTabs.tsx'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { utcTimeContext } from '#site/lib/time/utc-times.ts'
import { Markup } from '#site/ui/Markup.tsx'
import { hypedEvent } from './hyped-event.ts'
import { PlannedNotifications } from './PlannedNotifications.tsx'

type Props = {
  hyped: HypedEventView
  isWithdrawn: boolean
  clash: string | undefined
}

function HypedEventRow({ hyped, isWithdrawn, clash }: Props) {
  const { event } = hyped
  const locale = getLocale()
  // The server writes the first rows, in UTC.
  const reader = useIsHydrated() ? currentTimeContext() : utcTimeContext(locale, Date.now())
  const page = { locale, ctx: { now: reader.now } }
  const isAhead = event.phase === 'upcoming' && event.cancelled_at === null
  return (
    <li className={isWithdrawn ? 'hyped-row hyped-row-withdrawn' : 'hyped-row'}>
      <Markup as="div" html={hypedEvent(page, { event, isWithdrawn, clash }, reader)} />
      {!isWithdrawn && (
        <details className="planned">
          <summary>
            {isAhead ? m.planned_title() : m.planned_title_past()}
            <span className="visually-hidden"> {event.name}</span>
          </summary>
          <div>
            <PlannedNotifications hyped={hyped} />
          </div>
        </details>
      )}
    </li>
  )
}

const periodNames: Record<HypedEventsPeriod, () => string> = {
  upcoming: m.events_phase_upcoming,
  past: m.events_phase_past,
}

export function HypedEvents({ first }: { first: HypedEventsView }) {
  const [store] = useState(() => createHypedEventsStore(api, first))
  const { items, period, next_cursor, isLoading, failure } = useStore(store.$hyped)
  const withdrawn = useStore(store.$withdrawn)
  const clashes = useStore(store.$clashes)
  useEffect(
    () => onToggleChange('hype', ({ key, isOn }) => store.setHyped(Number(key), isOn)),
    [store],
  )
  useHypeButtons(items)
  return (
    <div className="stack">
      <PeriodTabs
        label={m.hyped_title()}
        periods={HypedEventsPeriod.options}
        names={periodNames}
        chosen={period}
        onChoose={(one) => void store.load(one)}
      />
      <div className="stack" aria-live="polite" aria-busy={isLoading}>
        {items.length > 0 && (
          <ul className="hyped-events">
            {items.map((hyped) => (
              <HypedEventRow
                key={hyped.event.id}
                hyped={hyped}
                isWithdrawn={withdrawn.has(hyped.event.id)}
                clash={clashes.get(hyped.event.id)}
              />
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
          <Button
            label={m.hyped_more()}
            disabled={isLoading}
            onClick={() => void store.loadMore()}
          />
        )}
      </div>
    </div>
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
