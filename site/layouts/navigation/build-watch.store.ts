type Dependencies = {
  /** The build that this page came with. */
  build: string
  fetchLatest: () => Promise<string>
  now: () => number
}

/** Asked again at most this often, however often the reader comes back to the page. */
const shortestGapMs = 60_000

/** Whether a newer build is out than the one this page came with. */
export function createBuildWatch({ build, fetchLatest, now }: Dependencies) {
  let isOutdated = false
  let asked = now()

  async function check(): Promise<boolean> {
    if (isOutdated || now() - asked < shortestGapMs) return isOutdated
    asked = now()
    const latest = await fetchLatest().catch(() => build)
    isOutdated = latest !== build
    return isOutdated
  }

  return { check, isOutdated: () => isOutdated }
}
