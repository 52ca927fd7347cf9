import {
  densityKey,
  motionKey,
  mutedKey,
  mutedShownKey,
  neverMutedKey,
} from '#site/lib/storage-keys.ts'
import { openStorage } from '#site/lib/storage.ts'
import { applyDisplaySettings, readMutingTraits } from './apply-display.ts'
import type { MutingTraits } from './muting.ts'

const local = openStorage('localStorage')
const session = openStorage('sessionStorage')
const changed = 'display changed'

export function reapplyDisplaySettings(): void {
  applyDisplaySettings(local, session)
  dispatchEvent(new Event(changed))
}

export function onDisplayChange(listener: () => void): void {
  addEventListener(changed, listener)
}

export function readCurrentMutingTraits(
  filters = new URLSearchParams(location.search),
): MutingTraits {
  return readMutingTraits(local, filters)
}

export function areMutedEventsShown(): boolean {
  return session.getItem(mutedShownKey) !== null
}

export function setMutedEventsShown(areShown: boolean): void {
  if (areShown) session.setItem(mutedShownKey, 'true')
  else session.removeItem(mutedShownKey)
  reapplyDisplaySettings()
}

export function storeNeverMutedTraits(traits: readonly string[]): void {
  const text = JSON.stringify(traits)
  if (text === local.getItem(neverMutedKey)) return
  local.setItem(neverMutedKey, text)
  reapplyDisplaySettings()
}

export function syncDisplayAcrossTabs(): void {
  const keys = [densityKey, motionKey, mutedKey, neverMutedKey]
  addEventListener('storage', ({ key }) => {
    if (key === null || keys.includes(key)) reapplyDisplaySettings()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) reapplyDisplaySettings()
  })
}
