import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import { getLocale } from '#messages/runtime'
import { currentReader } from '#site/islands/time/reader.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { distance, timeText } from '#site/lib/time-text.ts'
import type { NotificationView } from '#worker/features/notifications/contract.ts'
import type { BellStore } from './bell.store.ts'

type Notices = NonNullable<ReturnType<BellStore['$bell']['get']>['notices']>

export function BellList({ store }: { store: BellStore }) {
  const { notices, failure, isLoading } = useStore(store.$bell)
  return (
    <>
      {failure && (
        <div className="notice notice-error">
          <p>{failure}</p>
          <button
            type="button"
            className="button button-small"
            disabled={isLoading}
            onClick={() => void store.refresh()}
          >
            {m.try_again()}
          </button>
        </div>
      )}
      {notices && <Newest notices={notices} />}
    </>
  )
}

function Newest({ notices }: { notices: Notices }) {
  const { items, unread_count, next_cursor, isLoading } = useStore(notices.$list)
  if (items.length === 0) {
    return (
      <div className="empty bell-empty">
        <p>{m.notifications_empty()}</p>
        <a className="button button-small" href={paths.events(getLocale())}>
          {m.notifications_browse()}
        </a>
      </div>
    )
  }
  return (
    <>
      <div className="row bell-head">
        <p className="quiet">
          {unread_count > 0
            ? m.notifications_unread({ count: unread_count })
            : m.notifications_all_read()}
        </p>
        {unread_count > 0 && (
          <button
            type="button"
            className="button button-small"
            onClick={() => void notices.markRead()}
          >
            {m.notifications_mark_all()}
          </button>
        )}
      </div>
      <ul className="bell-items">
        {items.map((item) => (
          <Item key={item.id} item={item} onRead={() => notices.markRead([item.id])} />
        ))}
      </ul>
      {next_cursor && (
        <button
          type="button"
          className="button button-small"
          disabled={isLoading}
          onClick={() => void notices.loadMore()}
        >
          {m.notifications_more()}
        </button>
      )}
    </>
  )
}

/** A line that cannot be marked in time must not keep anybody from where it leads. */
const longestWaitMs = 600

type ItemProps = { item: NotificationView; onRead: () => Promise<void> }

function Item({ item: { title, text, path, at, is_read }, onRead }: ItemProps) {
  const reader = currentReader()
  const instant = Date.parse(at)

  /** A call that is on its way when the page leaves may never arrive. */
  async function follow(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
    if (is_read) return
    const { href } = event.currentTarget
    const isHere = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (isHere) event.preventDefault()
    const wait = new Promise((resolve) => setTimeout(resolve, longestWaitMs))
    await Promise.race([onRead(), wait])
    if (isHere) location.assign(href)
  }

  return (
    <li>
      <a
        className={is_read ? 'bell-item' : 'bell-item bell-unread'}
        href={paths.inLocale(getLocale(), path)}
        onClick={(event) => void follow(event)}
      >
        <span className="bell-title">
          {!is_read && <span className="visually-hidden">{m.notifications_new()}: </span>}
          {title}
        </span>
        {text && <span className="bell-text">{text}</span>}
        <time className="quiet" dateTime={at} title={timeText('full', instant, reader)}>
          {distance(instant, reader) ?? timeText('when', instant, reader)}
        </time>
      </a>
    </li>
  )
}
