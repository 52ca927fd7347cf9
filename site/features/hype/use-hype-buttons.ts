import { useEffect } from 'react'

/** Ties the buttons that an island renders to the page's scripts, which work in a browser only. */
export function useHypeButtons(shown: unknown): void {
  useEffect(() => {
    // Unregistered buttons register when they are pressed.
    import('./hype.ts')
      .then(({ registerHypeButtons }) => registerHypeButtons(document))
      .catch(() => undefined)
  }, [shown])
}
