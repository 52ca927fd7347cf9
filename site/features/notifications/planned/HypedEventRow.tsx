import { getLocale } from '#messages/runtime'
import { m } from '#site/lib/messages.ts'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { utcTimeContext } from '#site/lib/time/utc-times.ts'
import { Markup } from '#site/ui/Markup.tsx'
import type { HypedEventView } from '#worker/features/notifications/planned/contract.ts'
import { hypedEvent } from './hyped-event.ts'
import { PlannedNotifications } from './PlannedNotifications.tsx'

type Props = {
  hyped: HypedEventView
  isWithdrawn: boolean
  clash: string | undefined
}

export function HypedEventRow({ hyped, isWithdrawn, clash }: Props) {
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
