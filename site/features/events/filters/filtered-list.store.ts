type Dependencies<Page> = {
  /** The query of the form at this moment. */
  read: () => string
  load: (query: string, signal: AbortSignal) => Promise<Page>
  show: (page: Page, query: string) => void
  /** Opens the page by its address where it cannot be shown in place. */
  leave: (query: string) => void
  onBusy: (isBusy: boolean) => void
}

/** The list follows the form; `shown` is the query of the list that is there already. */
export function createFilteredListStore<Page>(
  { read, load, show, leave, onBusy }: Dependencies<Page>,
  shown?: string,
) {
  let shownQuery = shown
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined

  async function run(query: string): Promise<void> {
    const mine = new AbortController()
    running = mine
    onBusy(true)
    try {
      const page = await load(query, mine.signal)
      if (running !== mine) return
      shownQuery = query
      show(page, query)
      onBusy(false)
    } catch {
      if (running === mine) leave(query)
    }
  }

  function refresh(waitMs = 0): void {
    clearTimeout(timer)
    running?.abort()
    running = undefined
    const query = read()
    if (query === shownQuery) onBusy(false)
    else timer = setTimeout(() => void run(query), waitMs)
  }

  return { refresh }
}
