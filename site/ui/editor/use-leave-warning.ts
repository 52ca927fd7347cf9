import { useEffect, useRef } from 'react'
import { onSession } from '#site/lib/session/session-events.ts'

/** The browser asks before a page is left with something that is not saved. */
export function useLeaveWarning(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  useEffect(() => {
    let isEnded = false
    function warn(event: BeforeUnloadEvent): void {
      // What was typed when a session ends is kept until after login.
      if (latest.current() && !isEnded) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    const stop = onSession('ended', () => {
      isEnded = true
    })
    return () => {
      window.removeEventListener('beforeunload', warn)
      stop()
    }
  }, [])
}
