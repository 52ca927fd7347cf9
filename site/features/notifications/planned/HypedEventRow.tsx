import { getLocale } from '#messages/runtime'
import { eventFace } from '#site/features/events/event-face.ts'
import { hypeButton } from '#site/features/hype/hype-button.ts'
import { foreignLanguage, isOpenForHype } from '#site/lib/event-labels.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { Markup } from '#site/ui/Markup.tsx'
import { TimeLeft } from '#site/ui/TimeLeft.tsx'
import { Picture } from '#site/ui/pictures/Picture.tsx'
import { channelHueClass } from '#worker/contracts/channel-hue.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'
import type { HypedEventView } from '#worker/features/notifications/planned/contract.ts'
import { PlannedNotifications } from './PlannedNotifications.tsx'

type Props = {
  hyped: HypedEventView
  /** Un-hyped in its place, which can be undone there. */
  isWithdrawn: boolean
  /** The hyped event that runs at the same time. */
  clash: string | undefined
}

export function HypedEventRow({ hyped, isWithdrawn, clash }: Props) {
  const { event } = hyped
  const { slug, name, phase, cancelled_at } = event
  const locale = getLocale()
  const page = { locale, ctx: { now: Date.now() } }
  const isAhead = phase === 'upcoming' && cancelled_at === null
  const { path, drawn, isChannel } = eventFace(event)
  return (
    <li className={isWithdrawn ? 'hyped-row hyped-row-withdrawn' : 'hyped-row'}>
      <div className={`hyped-event ${channelHueClass(event)}`}>
        <Picture
          className={isChannel ? 'hyped-face hyped-face-channel' : 'hyped-face'}
          path={path}
          drawn={drawn}
          width={40}
          height={40}
          loading="lazy"
        />
        <div className="hyped-what">
          <a href={paths.event(locale, slug)} lang={foreignLanguage(event.language, locale)}>
            {name}
          </a>
          <When event={event} />
          {isWithdrawn && <p className="quiet quiet-small">{m.hyped_withdrawn()}</p>}
          {clash !== undefined && !isWithdrawn && (
            <p className="clash-mark">{m.calendar_overlap({ name: clash })}</p>
          )}
        </div>
        {isOpenForHype(event) && (
          <Markup html={hypeButton(page, { event, size: 'short', isHyped: true })} />
        )}
      </div>
      {!isWithdrawn && (
        <details className="planned">
          <summary>
            {isAhead ? m.planned_title() : m.planned_title_past()}
            <span className="visually-hidden"> {name}</span>
          </summary>
          <div>
            <PlannedNotifications hyped={hyped} />
          </div>
        </details>
      )}
    </li>
  )
}

function When({ event }: { event: EventSummary }) {
  const { start, end, timezone, time_certainty, phase, cancelled_at, is_late } = event
  const dayIn = time_certainty === 'exact' ? undefined : timezone
  if (phase === 'live' && cancelled_at === null && dayIn === undefined) {
    return (
      <p className="hyped-when">
        <b className={is_late ? 'badge badge-late' : 'badge badge-live'}>
          {is_late ? m.event_late() : m.event_live()}
        </b>
        <span>
          {m.event_ends()} <LocalTime at={end} as="until" />
        </span>
      </p>
    )
  }
  return (
    <p className="hyped-when">
      <LocalTime at={start} dayIn={dayIn} />
      {cancelled_at !== null && <b className="badge badge-danger">{m.event_cancelled()}</b>}
      {phase === 'upcoming' && cancelled_at === null && (
        <span className="hyped-left">
          <TimeLeft at={start} dayIn={dayIn} />
        </span>
      )}
    </p>
  )
}
