import { localePrefix } from '#worker/locale/locales.ts'
type Dependencies = {
  /** Settles when the page is there, or is not to be had. */
  load: (path: string) => Promise<void>
  atOnce?: number
}

/** The path asked for last goes before all that wait. */
export function createPrefetchQueue({ load, atOnce = 5 }: Dependencies) {
  const started = new Set<string>()
  let waiting: string[] = []
  let running = 0
  let isStopped = false

  function loadWaiting(): void {
    while (!isStopped && running < atOnce) {
      const path = waiting.pop()
      if (path === undefined) return
      started.add(path)
      running += 1
      void load(path)
        .catch(() => undefined)
        .finally(() => {
          running -= 1
          loadWaiting()
        })
    }
  }

  function add(path: string): void {
    if (started.has(path)) return
    waiting = [...waiting.filter((one) => one !== path), path]
    loadWaiting()
  }

  /** For a page whose fetched pages may be out of date. */
  function stop(): void {
    isStopped = true
  }

  return { add, stop }
}

/** Only pages that are the same for everyone. */
export function isPrefetchable(link: URL, here: URL): boolean {
  const isPage =
    link.origin === here.origin && (link.pathname !== here.pathname || link.search !== here.search)
  return isPage && !notPages.test(link.pathname.slice(localePrefix(link.pathname).length))
}

const notPages =
  /^\/(?:api|media|feeds|builds|health|auth|login|signup|profile|admin|unsubscribe|unauthorized)(?:\/|$)|\.\w+$/
