import { useStore } from '@nanostores/react'
import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { separator } from '#site/lib/format.ts'
import { TryAgain } from '#site/ui/Failure.tsx'
import { ListFoot } from '#site/ui/admin/ListFoot.tsx'
import { SearchField } from '#site/ui/admin/SearchField.tsx'
import { Dialog } from '#site/ui/Dialog.tsx'
import { eventStatusNames } from '#site/lib/labels.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminGroup, GroupEvent } from '#worker/features/directory/groups/contract.ts'
import { createGroupEventsStore, type GroupEventsStore } from './group-events.store.ts'

type Props = { group: AdminGroup; onGroup: (group: AdminGroup) => void; onClose: () => void }

export function GroupEvents({ group, onGroup, onClose }: Props) {
  const [store] = useState(() =>
    createGroupEventsStore({ api, groupId: group.id, onGroup, showSuccess, showError }),
  )
  useEffect(() => void store.linked.load(), [store])
  return (
    <Dialog title={m.groups_admin_events_of({ name: group.name })} onClose={onClose}>
      <div className="stack">
        <div className="admin-toolbar">
          <SearchField
            label={m.groups_admin_find_event()}
            value=""
            onSearch={(q) => void store.found.load({ q })}
          />
        </div>
        <FoundEvents store={store} />
        <LinkedEvents store={store} />
      </div>
    </Dialog>
  )
}

function FoundEvents({ store }: { store: GroupEventsStore }) {
  const { items, query, isLoading, failure, total } = useStore(store.found.$list)
  const movingId = useStore(store.$movingId)
  if (query.q === '') return null
  return (
    <section className="stack" aria-label={m.groups_admin_found()} aria-busy={isLoading}>
      <p className="visually-hidden" role="status">
        {isLoading ? m.loading() : m.admin_count({ count: total })}
      </p>
      <TryAgain
        text={failure && `${m.groups_admin_events_failed()} ${failure}`}
        onRetry={() => void store.found.load()}
      />
      {items.length === 0 && !failure && !isLoading && (
        <p className="quiet">{m.groups_admin_found_none()}</p>
      )}
      <ul className="admin-rows">
        {items.map((event) => (
          <EventRow
            key={event.id}
            event={event}
            note={event.group && m.groups_admin_moves({ name: event.group.name })}
          >
            <Button
              label={event.group ? m.groups_admin_move() : m.groups_admin_link()}
              isSmall
              aria-label={
                event.group
                  ? m.groups_admin_move_named({ name: event.name })
                  : m.groups_admin_link_named({ name: event.name })
              }
              disabled={movingId !== undefined}
              aria-busy={movingId === event.id}
              onClick={() => void store.link(event)}
            />
          </EventRow>
        ))}
      </ul>
    </section>
  )
}

function LinkedEvents({ store }: { store: GroupEventsStore }) {
  const list = useStore(store.linked.$list)
  const movingId = useStore(store.$movingId)
  const { items, isLoading, failure, total } = list
  return (
    <section className="stack" aria-label={m.groups_admin_linked_events()}>
      <h3>{m.groups_admin_linked_events()}</h3>
      <TryAgain
        text={failure && `${m.groups_admin_events_failed()} ${failure}`}
        onRetry={() => void store.linked.load()}
      />
      {items.length === 0 && !failure && (
        <p className="quiet">{isLoading ? m.loading() : m.groups_admin_no_events()}</p>
      )}
      <ul className="admin-rows" aria-busy={isLoading}>
        {items.map((event) => (
          <EventRow key={event.id} event={event} note={null}>
            <Button
              label={m.groups_admin_unlink()}
              isSmall
              aria-label={m.groups_admin_unlink_named({ name: event.name })}
              disabled={movingId !== undefined}
              aria-busy={movingId === event.id}
              onClick={() => void store.unlink(event)}
            />
          </EventRow>
        ))}
      </ul>
      {total > 0 && <ListFoot list={list} onQuery={(change) => void store.linked.load(change)} />}
    </section>
  )
}

type EventRowProps = { event: GroupEvent; note: string | null; children: ReactNode }

function EventRow({ event, note, children }: EventRowProps) {
  const { name, start, time_certainty, timezone, status, channel_name } = event
  return (
    <li>
      <p>
        <b>{name}</b>{' '}
        {status !== 'approved' && <span className="badge">{eventStatusNames[status]()}</span>}
        <br />
        <span className="quiet">
          <LocalTime
            at={start}
            as="date"
            dayIn={time_certainty === 'exact' ? undefined : timezone}
          />
          {channel_name && separator + channel_name}
          {note && separator + note}
        </span>
      </p>
      {children}
    </li>
  )
}
