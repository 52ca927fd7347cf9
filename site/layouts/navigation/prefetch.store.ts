type Dependencies = {
  /** Settles when the page is there, or is not to be had. */
  load: (path: string) => Promise<void>
  atOnce?: number
  /** How many are fetched for being in sight alone. */
  inSight?: number
}

/** Which pages are fetched ahead, and when; each once. */
export function createPrefetchQueue({ load, atOnce = 5, inSight = 12 }: Dependencies) {
  const known = new Set<string>()
  const waiting: string[] = []
  let running = 0
  let seen = 0
  let isStopped = false

  function goOn(): void {
    while (!isStopped && running < atOnce) {
      const path = waiting.shift()
      if (path === undefined) return
      running += 1
      void load(path)
        .catch(() => undefined)
        .finally(() => {
          running -= 1
          goOn()
        })
    }
  }

  /** A link that came into sight. */
  function see(path: string): void {
    if (known.has(path) || seen === inSight) return
    seen += 1
    known.add(path)
    waiting.push(path)
    goOn()
  }

  /** A link under the pointer or in focus goes before all others. */
  function point(path: string): void {
    const place = waiting.indexOf(path)
    if (known.has(path) && place < 0) return
    if (place >= 0) waiting.splice(place, 1)
    known.add(path)
    waiting.unshift(path)
    goOn()
  }

  /** No more: what was fetched may be out of date. */
  function stop(): void {
    isStopped = true
  }

  return { see, point, stop }
}

/** What is a page of ours that is the same for everyone, and not the one that is open. */
export function isPrefetchable(link: URL, here: URL): boolean {
  const isPage =
    link.origin === here.origin && (link.pathname !== here.pathname || link.search !== here.search)
  return isPage && !notPages.test(link.pathname)
}

const notPages =
  /^(?:\/(?:en|es|fr))?\/(?:api|media|feeds|builds|health|auth|login|signup|profile|admin|unsubscribe|unauthorized)(?:\/|$)|\.\w+$/
