import { createRoot } from 'react-dom/client'
import { api } from '#site/lib/api.ts'
import { createPromised } from './promise.store.ts'
import { PromisePanel } from './PromisePanel.tsx'

let store: ReturnType<typeof createPromised> | undefined

/** Fills the panel of the page's event, or brings it up to date. */
export async function showPromised(root: HTMLElement): Promise<void> {
  if (store) return store.load()
  store = createPromised(api, Number(root.dataset.promise))
  await store.load()
  createRoot(root).render(<PromisePanel store={store} isPast={'past' in root.dataset} />)
}
