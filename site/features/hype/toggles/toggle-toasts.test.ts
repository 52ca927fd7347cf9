import { expect, test, vi } from 'vitest'
import { gamification } from '#site/lib/session/gamification.ts'
import { showLoadedToast } from '#site/ui/toasts/toast.ts'
import type { RewardResult } from '#worker/features/gamification/ledger/contract.ts'
import { $areRewardsOn } from '#site/lib/session/rewards-choice.ts'
import { showToggleRewards } from './toggle-toasts.ts'

vi.mock('#site/ui/toasts/toast.ts', () => ({ showLoadedToast: vi.fn() }))

function toastsOf(fields: Partial<RewardResult>) {
  const apply = vi.spyOn(gamification, 'apply').mockResolvedValue()
  vi.mocked(showLoadedToast).mockClear()
  const earned = { success: true, message: null, ...fields } as RewardResult
  showToggleRewards(earned)
  expect(apply).toHaveBeenLastCalledWith(earned)
  return vi.mocked(showLoadedToast).mock.calls
}

test('an answer that failed shows its message, or where to turn', () => {
  const error = { kind: 'error' }
  expect(toastsOf({ success: false, message: 'Suspended.' })).toEqual([['Suspended.', error]])
  expect(toastsOf({ success: false })).toEqual([
    ['We couldn’t add your XP. Try again later, or contact support.', error],
  ])
})

test('a message without failure is no error, and points alone say nothing', () => {
  expect(toastsOf({ message: 'No more points this hour.' })).toEqual([
    ['No more points this hour.'],
  ])
  expect(toastsOf({})).toEqual([])
})

test('shows nothing to a member who switched rewards off', () => {
  $areRewardsOn.set(false)
  const apply = vi.spyOn(gamification, 'apply').mockResolvedValue()
  apply.mockClear()
  vi.mocked(showLoadedToast).mockClear()
  showToggleRewards({ success: false, message: 'Suspended.' } as RewardResult)
  expect([apply.mock.calls, vi.mocked(showLoadedToast).mock.calls]).toEqual([[], []])
  $areRewardsOn.set(true)
})
