import { createBuildWatch } from './build-watch.store.ts'
import { findEnclosingLink, stopPrefetching } from './prefetch.ts'

const pollMs = 600_000

const builds = createBuildWatch({
  build: BUILD_ID,
  now: Date.now,
  async fetchLatest() {
    const response = await fetch('/builds/latest.json', { cache: 'no-store' })
    const { id } = (await response.json()) as { id: string }
    return response.ok ? id : BUILD_ID
  },
})

async function checkForNewBuild(): Promise<void> {
  if (!document.hidden && (await builds.check())) stopPrefetching()
}

/** Links load a page of the new build anyway; "more" would bring its rows into this one. */
function reloadOnMoreClick(event: MouseEvent): void {
  const link = findEnclosingLink(event.target)
  if (link?.dataset.more === undefined || !builds.isOutdated()) return
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  event.stopImmediatePropagation()
  location.assign(link.href)
}

// Runs before the script that brings "more".
addEventListener('click', reloadOnMoreClick, { capture: true })
setInterval(() => void checkForNewBuild(), pollMs)
document.addEventListener('visibilitychange', () => void checkForNewBuild())
addEventListener('focus', () => void checkForNewBuild())
addEventListener('pageshow', ({ persisted }) => {
  // The browser may have kept it whole since before the new build.
  if (persisted) void checkForNewBuild().then(() => builds.isOutdated() && location.reload())
})
