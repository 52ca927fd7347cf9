import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { getLocale } from '#messages/runtime'
import { LocalTime } from '#site/islands/forms/LocalTime.tsx'
import { sayError } from '#site/islands/forms/say.ts'
import { showUnreadCount } from '#site/islands/session/unread-count.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type {
  NotificationsView,
  NotificationView,
} from '#worker/features/notifications/contract.ts'
import { createNotifications } from './notifications.store.ts'

export function Notifications({ first }: { first: NotificationsView }) {
  const [store] = useState(() =>
    createNotifications({ api, first, onUnreadCount: showUnreadCount, sayError }),
  )
  const { items, unread_count, next_cursor, isLoading } = useStore(store.$list)
  if (items.length === 0) {
    return (
      <div className="empty">
        <p>{m.notifications_empty()}</p>
        <a className="button" href={paths.events(getLocale())}>
          {m.notifications_browse()}
        </a>
      </div>
    )
  }
  return (
    <div className="stack">
      <div className="row notices-head">
        <p role="status" className="quiet">
          {unread_count > 0
            ? m.notifications_unread({ count: unread_count })
            : m.notifications_all_read()}
        </p>
        {unread_count > 0 && (
          <button
            type="button"
            className="button button-small"
            onClick={() => void store.markRead()}
          >
            {m.notifications_mark_all()}
          </button>
        )}
      </div>
      <ul className="notices">
        {items.map((item) => (
          <Notice key={item.id} item={item} onRead={() => void store.markRead([item.id])} />
        ))}
      </ul>
      {next_cursor && (
        <button
          type="button"
          className="button"
          disabled={isLoading}
          onClick={() => void store.loadMore()}
        >
          {m.notifications_more()}
        </button>
      )}
    </div>
  )
}

function Notice({ item, onRead }: { item: NotificationView; onRead: () => void }) {
  const { title, text, path, at, is_read } = item
  return (
    <li className={is_read ? 'notice-item' : 'notice-item notice-unread'}>
      <div>
        <a href={paths.inLocale(getLocale(), path)} onClick={onRead}>
          {title}
        </a>
        {!is_read && <span className="badge">{m.notifications_new()}</span>}
        {text && <p>{text}</p>}
        <p className="quiet">
          <LocalTime at={at} />
        </p>
      </div>
      {!is_read && (
        <button
          type="button"
          className="button button-small button-quiet"
          aria-label={m.notifications_mark_one({ title })}
          onClick={onRead}
        >
          {m.notifications_mark()}
        </button>
      )}
    </li>
  )
}
