import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import { createRoot } from 'react-dom/client'
import { getLocale } from '#messages/runtime'
import { TryAgain } from '#site/ui/Failure.tsx'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { formatDistance, timeText } from '#site/lib/time/time-text.ts'
import { showError } from '#site/ui/toasts/toasts.ts'
import { showUnreadCount } from '#site/lib/session/unread-count.ts'
import { api } from '#site/lib/api.ts'
import type { NotificationView } from '#worker/features/notifications/contract.ts'
import { type BellStore, createBellStore } from './bell.store.ts'
import { NotificationList } from './NotificationList.tsx'

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
            <Item key={item.id} item={item} onRead={() => notices.markRead([item.id])} />
          )}
        />
      )}
    </>
  )
}

/** A line that cannot be marked in time must not keep anybody from where it leads. */
const longestWaitMs = 600

type ItemProps = { item: NotificationView; onRead: () => Promise<void> }

function Item({ item: { title, text, path, at, is_read }, onRead }: ItemProps) {
  const reader = currentTimeContext()
  const instant = Date.parse(at)
  const isJustNow = reader.now - instant < 60_000

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
          {isJustNow
            ? m.notifications_just_now()
            : (formatDistance(instant, reader) ?? timeText('when', instant, reader))}
        </time>
      </a>
    </li>
  )
}

let store: ReturnType<typeof createBellStore> | undefined

/** Fills the list, or brings it up to date; the skeleton stands until there is something to show. */
export async function showBell(root: HTMLElement): Promise<void> {
  if (store) return store.refresh()
  store = createBellStore({ api, onUnreadCount: showUnreadCount, showError })
  await store.refresh()
  createRoot(root).render(<BellList store={store} />)
}
