import { useStore } from '@nanostores/react'
import { createRoot } from 'react-dom/client'
import { TryAgain } from '#site/ui/Failure.tsx'
import { m } from '#site/lib/messages.ts'
import { api } from '#site/lib/api.ts'
import { getLocale } from '#messages/runtime'
import { showError } from '#site/ui/toasts/toasts.ts'
import { Markup } from '#site/ui/Markup.tsx'
import { OwnMarks } from '#site/features/notifications/preferences/OwnMarks.tsx'
import { plannedNotifications } from './planned-notifications.ts'
import {
  type PlannedNotificationsStore,
  createPlannedNotificationsStore,
} from './planned-notifications.store.ts'

type Props = { store: PlannedNotificationsStore }

export function PlannedPanel({ store }: Props) {
  const { hyped, failure, isLoading } = useStore(store.$planned)
  if (hyped) {
    const page = { locale: getLocale(), ctx: { now: Date.now() } }
    const { phase, cancelled_at, time_certainty } = hyped.event
    const isOpen = phase === 'upcoming' && cancelled_at === null && time_certainty === 'exact'
    return (
      <>
        <Markup as="div" html={plannedNotifications(page, hyped)} />
        {isOpen && (
          <OwnMarks
            hint={m.own_marks_event_hint()}
            marks={hyped.own_marks}
            takesNear={hyped.takes_near_marks}
            onMarks={(marks) => void store.setMarks(marks)}
          />
        )}
      </>
    )
  }
  if (failure) {
    return <TryAgain text={failure} isBusy={isLoading} onRetry={() => void store.load()} />
  }
  // A hype may be younger than an answer that said nothing of it.
  if (isLoading) return <p className="skeleton" aria-hidden="true" />
  return <p className="quiet">{m.planned_not_hyped()}</p>
}

let store: ReturnType<typeof createPlannedNotificationsStore> | undefined

export async function showPlannedNotifications(root: HTMLElement): Promise<void> {
  if (store) return store.load()
  store = createPlannedNotificationsStore({ api, showError }, Number(root.dataset.planned))
  await store.load()
  createRoot(root).render(<PlannedPanel store={store} />)
}
