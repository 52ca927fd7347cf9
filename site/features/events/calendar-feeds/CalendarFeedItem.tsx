import { useStore } from '@nanostores/react'
import { Button } from '#site/ui/Button.tsx'
import { separator } from '#site/lib/format.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { useIsReady } from '#site/lib/rendering/hydration.ts'
import { m } from '#site/lib/messages.ts'
import { copyLink } from '#site/ui/share/copy-link.ts'
import type { CalendarFeedView, SubscriptionLinks } from '#worker/features/events/feeds/contract.ts'
import {
  addRemindersToLinks,
  type CalendarFeedsStore,
  feedScopeNames,
} from './calendar-feeds.store.ts'

type Props = { store: CalendarFeedsStore; feed: CalendarFeedView; onRevoke: () => void }

export function CalendarFeedItem({ store, feed, onRevoke }: Props) {
  const alarms = useStore(store.$alarms)
  const isReady = useIsReady(store.$isBusy)
  const links = addRemindersToLinks(feed, alarms)
  const name = feedScopeNames[feed.scope]()
  return (
    <li className="calendar-feed">
      <p className="profile-list-what">
        <b>{name}</b>
        <span className="quiet">
          {feed.last_used_at === null ? (
            m.my_feeds_never_used()
          ) : (
            <LocalTime at={feed.last_used_at} within={m.my_feeds_last_used} />
          )}
          {separator}
          <LocalTime at={feed.created_at} as="date" within={m.my_feeds_made} />
        </span>
      </p>
      {links ? (
        <FeedAddress {...{ store, links, name }} />
      ) : (
        <p className="notice">{m.my_feeds_unreadable()}</p>
      )}
      <div className="row">
        {links && (
          <>
            <a className="button button-small" href={links.webcal}>
              {m.subscribe_app()}
            </a>
            <a
              className="button button-small"
              href={links.google}
              target="_blank"
              rel="noopener noreferrer"
            >
              {m.subscribe_google()}
            </a>
          </>
        )}
        <Button
          label={m.my_feeds_revoke()}
          look="danger"
          isSmall
          aria-haspopup="dialog"
          disabled={!isReady}
          onClick={onRevoke}
        />
      </div>
    </li>
  )
}

type FeedAddressProps = { store: CalendarFeedsStore; links: SubscriptionLinks; name: string }

function FeedAddress({ store, links, name }: FeedAddressProps) {
  const isReady = useIsReady(store.$isBusy)
  return (
    <div className="calendar-address">
      <input
        className="input"
        type="text"
        readOnly
        aria-label={`${m.my_feeds_address()} – ${name}`}
        value={links.https}
        onFocus={(event) => event.target.select()}
      />
      <Button
        label={m.subscribe_copy()}
        disabled={!isReady}
        onClick={() => void copyLink(links.https)}
      />
    </div>
  )
}
