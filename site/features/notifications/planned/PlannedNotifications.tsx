import { getLocale } from '#messages/runtime'
import { separator } from '#site/lib/format.ts'
import { deliveryChannelNames } from '#site/lib/labels.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type {
  HypedEventView,
  PlannedNotification,
} from '#worker/features/notifications/planned/contract.ts'
import {
  plannedNotificationTitle,
  groupMessages,
  listUnreachableChannels,
  messageStateNames,
  type MessageGroup,
} from './planned-labels.ts'

export function PlannedNotifications({
  hyped: { event, notices: notifications },
}: {
  hyped: HypedEventView
}) {
  const hasNoHour = event.time_certainty !== 'exact' && event.phase === 'upcoming'
  return (
    <div className="planned-list">
      {hasNoHour && event.cancelled_at === null && <p className="quiet">{m.planned_no_hour()}</p>}
      {notifications.length === 0 && <p className="quiet">{m.planned_nothing()}</p>}
      <ul className="planned-facts">
        {notifications.map((notification) => (
          <NotificationItem
            key={`${notification.kind} ${notification.hours} ${notification.due}`}
            notification={notification}
          />
        ))}
      </ul>
      {event.phase === 'upcoming' && (
        <ul className="quiet">
          {listUnreachableChannels(notifications).map(({ channel, why }) => (
            <li key={channel}>
              {m.planned_channel_why({ channel: deliveryChannelNames[channel](), why })}
            </li>
          ))}
        </ul>
      )}
      {event.phase === 'upcoming' && (
        <a className="planned-change" href={`${paths.myNotifications(getLocale())}#reach`}>
          {m.planned_change()}
        </a>
      )}
    </div>
  )
}

function NotificationItem({ notification }: { notification: PlannedNotification }) {
  return (
    <li>
      <p className="planned-fact">
        <b>{plannedNotificationTitle(notification)}</b>
        {notification.due === null ? (
          <span>{m.reminder_at_once()}</span>
        ) : (
          <LocalTime at={notification.due} />
        )}
      </p>
      <ul>
        {groupMessages(notification).map((line) => (
          <MessageLine key={`${line.state} ${line.at} ${line.why}`} line={line} />
        ))}
      </ul>
    </li>
  )
}

function MessageLine({ line: { state, at, why, channels } }: { line: MessageGroup }) {
  return (
    <li className="planned-line">
      <span className={`badge planned-${state}`}>{messageStateNames[state]()}</span>
      <span>
        {channels.map((channel) => deliveryChannelNames[channel]()).join(separator)}
        {at !== null && (
          <>
            {separator}
            <LocalTime at={at} />
          </>
        )}
        {why && <span className="quiet"> {why}</span>}
      </span>
    </li>
  )
}
