import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import { createRoot } from 'react-dom/client'
import { getLocale } from '#messages/runtime'
import { TryAgain } from '#site/ui/Failure.tsx'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { Markup } from '#site/ui/Markup.tsx'
import { showError } from '#site/ui/toasts/toasts.ts'
import { showUnreadCount } from '#site/lib/session/unread-count.ts'
import { api } from '#site/lib/api.ts'
import type { NotificationView } from '#worker/features/notifications/contract.ts'
import { type BellStore, createBellStore } from './bell.store.ts'
import { NotificationList } from './NotificationList.tsx'
import { notifiedAt } from './notified-at.ts'

function BellList({ store }: { store: BellStore }) {
  const { notices, failure, isLoading } = useStore(store.$bell)
  return (
    <>
      <TryAgain text={failure} isBusy={isLoading} onRetry={() => void store.refresh()} />
      {notices && (
        <NotificationList
          store={notices}
          isSmall
          lineOf={(item) => (
            <NotificationItem
              key={item.id}
              item={item}
              onRead={() => notices.markRead([item.id])}
            />
          )}
        />
      )}
    </>
  )
}

/** A line that cannot be marked in time must not keep anybody from where it leads. */
const longestWaitMs = 600

type NotificationItemProps = { item: NotificationView; onRead: () => Promise<void> }

function NotificationItem({
  item: { title, text, path, at, is_read },
  onRead,
}: NotificationItemProps) {
  const locale = getLocale()

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
        href={paths.inLocale(locale, path)}
        onClick={(event) => void follow(event)}
      >
        <span className="bell-title">
          {!is_read && <span className="visually-hidden">{m.notifications_new()}: </span>}
          {title}
        </span>
        {text && <span className="bell-text">{text}</span>}
        <Markup html={notifiedAt({ locale, ctx: { now: Date.now() } }, at)} />
      </a>
    </li>
  )
}

let store: ReturnType<typeof createBellStore> | undefined

export async function showBellNotifications(root: HTMLElement): Promise<void> {
  if (store) return store.refresh()
  store = createBellStore({ api, onUnreadCount: showUnreadCount, showError })
  await store.refresh()
  createRoot(root).render(<BellList store={store} />)
}
