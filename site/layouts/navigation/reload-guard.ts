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

function recoverFromChunkFailure(event: Event, error: unknown): void {
  if (isChunkFailure(error) && recover(location.pathname)) event.preventDefault()
}

addEventListener('vite:preloadError', (event) => {
  recoverFromChunkFailure(event, (event as Event & { payload?: unknown }).payload)
})
addEventListener('unhandledrejection', (event) => recoverFromChunkFailure(event, event.reason))
addEventListener('astro:hydration-error', (event) => {
  recoverFromChunkFailure(event, (event as CustomEvent<{ error: unknown }>).detail.error)
})
