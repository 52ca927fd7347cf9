import { useState } from 'react'
import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { NotificationList } from '#site/features/notifications/bell/NotificationList.tsx'
import { createNotificationsStore } from '#site/features/notifications/bell/notifications.store.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { showError } from '#site/ui/toasts/toasts.ts'
import { showUnreadCount } from '#site/lib/session/unread-count.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type {
  NotificationsView,
  NotificationView,
} from '#worker/features/notifications/contract.ts'

export function Notifications({ first }: { first: NotificationsView }) {
  const [store] = useState(() =>
    createNotificationsStore({ api, first, onUnreadCount: showUnreadCount, showError }),
  )
  return (
    <div className="stack">
      <NotificationList
        store={store}
        lineOf={(item) => (
          <NotificationItem
            key={item.id}
            item={item}
            onRead={() => void store.markRead([item.id])}
          />
        )}
      />
    </div>
  )
}

function NotificationItem({ item, onRead }: { item: NotificationView; onRead: () => void }) {
  const { title, text, path, at, is_read } = item
  return (
    <li className={is_read ? 'notification-item' : 'notification-item notification-unread'}>
      <div>
        <a href={paths.inLocale(getLocale(), path)} onClick={onRead}>
          {title}
        </a>
        {!is_read && <span className="badge">{m.notifications_new()}</span>}
        {text && <p>{text}</p>}
        <p className="quiet quiet-small">
          <LocalTime at={at} />
        </p>
      </div>
      {!is_read && (
        <Button
          label={m.notifications_mark()}
          look="quiet"
          isSmall
          aria-label={m.notifications_mark_one({ title })}
          onClick={onRead}
        />
      )}
    </li>
  )
}
