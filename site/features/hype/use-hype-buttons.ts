import { useEffect } from 'react'

/** Imports in an effect: the scripts work in a browser only. */
export function useHypeButtons(shown: unknown): void {
  useEffect(() => {
    // Unregistered buttons register when they are pressed.
    import('./hype.ts')
      .then(({ registerHypeButtons }) => registerHypeButtons(document))
      .catch(() => undefined)
  }, [shown])
}
