import { getLocale } from '#messages/runtime'
import { channelNames } from '#site/islands/forms/channel-names.ts'
import { LocalTime } from '#site/islands/forms/LocalTime.tsx'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { HypedEventView, PromisedNotice } from '#worker/features/promise/contract.ts'
import { factName, linesOf, outOfReach, stateName, type Line } from './notice-words.ts'

/** What was sent about a hyped event and what will be: each fact, and how it fares by each channel. */
export function Notices({ hyped: { event, notices } }: { hyped: HypedEventView }) {
  const hasNoHour = event.time_certainty !== 'exact' && event.phase === 'upcoming'
  return (
    <div className="promise-notices">
      {hasNoHour && event.cancelled_at === null && <p className="quiet">{m.promise_no_hour()}</p>}
      {notices.length === 0 && <p className="quiet">{m.promise_nothing()}</p>}
      <ul className="promise-facts">
        {notices.map((notice) => (
          <Fact key={`${notice.kind} ${notice.hours} ${notice.due}`} notice={notice} />
        ))}
      </ul>
      {event.phase === 'upcoming' && (
        <ul className="quiet">
          {outOfReach(notices).map(({ channel, why }) => (
            <li key={channel}>
              {m.promise_channel_why({ channel: channelNames[channel](), why })}
            </li>
          ))}
        </ul>
      )}
      {event.phase === 'upcoming' && (
        <a className="promise-change" href={`${paths.profile(getLocale())}#reach`}>
          {m.promise_change()}
        </a>
      )}
    </div>
  )
}

function Fact({ notice }: { notice: PromisedNotice }) {
  return (
    <li>
      <p className="promise-fact">
        <b>{factName(notice)}</b>
        {notice.due === null ? <span>{m.reminder_at_once()}</span> : <LocalTime at={notice.due} />}
      </p>
      <ul>
        {linesOf(notice).map((line) => (
          <Fared key={`${line.state} ${line.at} ${line.why}`} line={line} />
        ))}
      </ul>
    </li>
  )
}

function Fared({ line: { state, at, why, channels } }: { line: Line }) {
  return (
    <li className="promise-line">
      <span className={`badge promise-${state}`}>{stateName(state)}</span>
      <span>
        {channels.map((channel) => channelNames[channel]()).join(' · ')}
        {at !== null && (
          <>
            {' · '}
            <LocalTime at={at} />
          </>
        )}
        {why && <span className="quiet"> {why}</span>}
      </span>
    </li>
  )
}
