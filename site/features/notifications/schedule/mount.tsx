import { createRoot } from 'react-dom/client'
import { api } from '#site/lib/api.ts'
import { createPlannedNotifications } from './planned-notifications.store.ts'
import { PlannedPanel } from './PlannedPanel.tsx'

let store: ReturnType<typeof createPlannedNotifications> | undefined

/** Fills the panel of the page's event, or brings it up to date. */
export async function showPlannedNotifications(root: HTMLElement): Promise<void> {
  if (store) return store.load()
  store = createPlannedNotifications(api, Number(root.dataset.planned))
  await store.load()
  createRoot(root).render(<PlannedPanel store={store} isPast={'past' in root.dataset} />)
}
