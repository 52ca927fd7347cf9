import { api, type Api } from '#site/lib/api.ts'
import type { RewardResultView } from '#worker/features/gamification/ledger/contract.ts'

async function announceRewards(answer: unknown): Promise<void> {
  const { gamification_info } = (answer ?? {}) as { gamification_info?: RewardResultView }
  if (!gamification_info) return
  const { showToggleRewards } = await import('#site/features/hype/toggles/toggle-toasts.ts')
  showToggleRewards(gamification_info.gamification)
}

/** For forms of which any may be the last part of a profile. */
export const rewardAnnouncingApi: Api = {
  ...api,
  put(path, ...input) {
    const answer = api.put(path, ...input)
    answer.then(announceRewards).catch(() => undefined)
    return answer
  },
}
