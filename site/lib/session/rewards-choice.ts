import { atom } from 'nanostores'
import { readAccessToken } from '#site/lib/api.ts'
import { openStorage } from '#site/lib/storage.ts'
import { rewardsKey } from '#site/lib/storage-keys.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'

/** Read before the first paint, so that what a member switched off never flashes. */
const storage = openStorage('localStorage')

function readRewardsChoice(): boolean {
  return storage.getItem(rewardsKey) !== 'off'
}

export const $areRewardsOn = atom(readRewardsChoice())

export function storeRewardsChoice({ is_gamified: isOn }: Pick<SettingsView, 'is_gamified'>): void {
  if (isOn) storage.removeItem(rewardsKey)
  else storage.setItem(rewardsKey, 'off')
  $areRewardsOn.set(isOn)
}

export function clearRewardsChoice(): void {
  storeRewardsChoice({ is_gamified: true })
}

/** Forgetting the choice of somebody who leaves, here or in another tab, is no choice. */
export function onRewardsChoiceChange(hear: (areOn: boolean) => void): void {
  $areRewardsOn.listen((areOn) => {
    if (readAccessToken()) hear(areOn)
  })
}

export function syncRewardsChoice(): void {
  const recall = () => $areRewardsOn.set(readRewardsChoice())
  addEventListener('storage', (event) => {
    if (event.key === rewardsKey || event.key === null) recall()
  })
  // A page that Back brings as it was left has heard nothing meanwhile.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) recall()
  })
  $areRewardsOn.subscribe((areOn) => {
    if (areOn) delete document.documentElement.dataset['rewards']
    else document.documentElement.dataset['rewards'] = 'off'
  })
}
