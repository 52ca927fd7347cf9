import { useEffect } from 'react'

/** Imports in an effect: the script works in a browser only. */
export function useFollowButtons(shownContent: unknown): void {
  useEffect(() => {
    // Unregistered buttons register when they are pressed.
    import('./follow.ts')
      .then(({ registerFollowButtons }) => registerFollowButtons(document))
      .catch(() => undefined)
  }, [shownContent])
}
