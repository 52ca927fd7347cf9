import { gamification } from '#site/lib/session/gamification.ts'
import { showLoadedToast } from '#site/ui/toasts/toast.ts'
import { $areRewardsOn } from '#site/lib/session/rewards-choice.ts'
import { ApiError } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { RewardResult } from '#worker/features/gamification/ledger/contract.ts'

export function showToggleFailure(text: string, error: unknown): void {
  // A session that has ended leads to login by itself, and back to the act.
  if (error instanceof ApiError && error.status === 401) return
  const isExplained = error instanceof ApiError && error.status >= 400 && error.status < 500
  showLoadedToast(isExplained ? `${text} – ${error.msg}` : text, { kind: 'error' })
}

export function showToggleRewards(earned: RewardResult): void {
  if (!$areRewardsOn.get()) return
  if (!earned.success) showLoadedToast(earned.message ?? m.gamification_failed(), { kind: 'error' })
  else if (earned.message) showLoadedToast(earned.message)
  // Rewards that are not announced here wait in the bell.
  gamification.apply(earned).catch(() => undefined)
}
