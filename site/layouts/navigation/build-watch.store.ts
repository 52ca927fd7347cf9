type BuildWatchDependencies = {
  build: string
  fetchLatest: () => Promise<string>
  now: () => number
}

/** However often the reader comes back to the page. */
const minCheckIntervalMs = 60_000

export function createBuildWatch({ build, fetchLatest, now }: BuildWatchDependencies) {
  let isOutdated = false
  let lastCheckAt = now()

  async function check(): Promise<boolean> {
    if (isOutdated || now() - lastCheckAt < minCheckIntervalMs) return isOutdated
    lastCheckAt = now()
    const latest = await fetchLatest().catch(() => build)
    isOutdated = latest !== build
    return isOutdated
  }

  return { check, isOutdated: () => isOutdated }
}
