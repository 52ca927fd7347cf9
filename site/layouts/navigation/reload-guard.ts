import { createReloadGuard, isChunkFailure } from './reload-guard.store.ts'

/** Mends a page that asks for a script of a build that is gone. */
const recover = createReloadGuard({
  storage: {
    getItem: (name) => sessionStorage.getItem(name),
    setItem: (name, text) => sessionStorage.setItem(name, text),
  },
  now: Date.now,
  reload: () => location.reload(),
})

function recoverFrom(event: Event, error: unknown): void {
  if (isChunkFailure(error) && recover(location.pathname)) event.preventDefault()
}

addEventListener('vite:preloadError', (event) => {
  recoverFrom(event, (event as Event & { payload?: unknown }).payload)
})
addEventListener('unhandledrejection', (event) => recoverFrom(event, event.reason))
addEventListener('astro:hydration-error', (event) => {
  recoverFrom(event, (event as CustomEvent<{ error: unknown }>).detail.error)
})
