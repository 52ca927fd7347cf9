import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { NotificationView } from '#worker/features/notifications/contract.ts'
import type { NotificationsStore } from './notifications.store.ts'

type Props = {
  store: NotificationsStore
  isSmall?: boolean
  lineOf: (item: NotificationView) => ReactNode
}

export function NotificationList({ store, isSmall = false, lineOf }: Props) {
  const { items, next_cursor, isLoading } = useStore(store.$list)
  const button = isSmall ? 'button button-small' : 'button'
  if (items.length === 0) {
    return (
      <div className="empty">
        <p>{m.notifications_empty()}</p>
        <a className={button} href={paths.events(getLocale())}>
          {m.notifications_browse()}
        </a>
      </div>
    )
  }
  return (
    <>
      <UnreadCount store={store} headClass={isSmall ? 'bell-head' : 'notifications-head'} />
      <ul className="notifications">{items.map(lineOf)}</ul>
      {next_cursor && (
        <button
          type="button"
          className={button}
          disabled={isLoading}
          onClick={() => void store.loadMore()}
        >
          {m.notifications_more()}
        </button>
      )}
    </>
  )
}

type UnreadCountProps = { store: NotificationsStore; headClass: string }

function UnreadCount({ store, headClass }: UnreadCountProps) {
  const { unread_count } = useStore(store.$list)
  return (
    <div className={`row ${headClass}`}>
      <p role="status" className="quiet">
        {unread_count > 0
          ? m.notifications_unread({ count: unread_count })
          : m.notifications_all_read()}
      </p>
      {unread_count > 0 && (
        <Button label={m.notifications_mark_all()} isSmall onClick={() => void store.markRead()} />
      )}
    </div>
  )
}
