import { useEffect } from 'react'

/** Ties the buttons that an island shows to the page's script, which works in a browser only. */
export function useFollowButtons(shownContent: unknown): void {
  useEffect(() => {
    // Unregistered buttons register when they are pressed.
    import('./follow.ts')
      .then(({ registerFollowButtons }) => registerFollowButtons(document))
      .catch(() => undefined)
  }, [shownContent])
}
