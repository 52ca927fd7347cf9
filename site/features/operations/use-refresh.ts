import { useEffect } from 'react'

const everyMs = 30_000

/** Refreshes while the page is looked at, and at once when somebody comes back to it. */
export function useRefresh(refresh: () => Promise<void>): void {
  useEffect(() => {
    function refreshIfSeen(): void {
      if (document.visibilityState === 'visible') void refresh()
    }
    const timer = setInterval(refreshIfSeen, everyMs)
    document.addEventListener('visibilitychange', refreshIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', refreshIfSeen)
    }
  }, [refresh])
}
