import type { Api } from '#site/lib/api.ts'
import type { FinishReadingInput } from '#worker/features/articles/contract.ts'
import type { RewardResult } from '#worker/features/gamification/ledger/contract.ts'

type Dependencies = {
  api: Pick<Api, 'post' | 'put'>
  slug: string
  onEarned: (earned: RewardResult) => void
}

/** An article is read when its end is in view, and enough time has gone by since it was opened. */
export function createReadingTracker({ api, slug, onEarned }: Dependencies) {
  const params = { slug }
  let ticket: string | null = null
  let isEndShown = false

  async function finish(): Promise<void> {
    if (ticket === null || !isEndShown) return
    const input: FinishReadingInput = { ticket }
    ticket = null
    try {
      const { gamification_info } = await api.put('articles/:slug/reading', { params, body: input })
      onEarned(gamification_info.gamification)
    } catch {
      // The next look at the end tries again.
      ticket = input.ticket
    }
  }

  async function start(): Promise<void> {
    const started = await api.post('articles/:slug/reading', { params })
    if (started.ticket === null) return
    setTimeout(() => {
      ticket = started.ticket
      void finish()
    }, started.least_seconds * 1000)
  }

  function showEnd(isShown: boolean): void {
    isEndShown = isShown
    void finish()
  }

  return { start, showEnd }
}
