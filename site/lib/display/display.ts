import {
  densityKey,
  motionKey,
  mutedKey,
  mutedShownKey,
  neverMutedKey,
} from '#site/lib/storage-keys.ts'
import { openStorage } from '#site/lib/storage.ts'
import { applyDisplay, readMuting } from './apply-display.ts'
import type { Muting } from './muting.ts'

const local = openStorage('localStorage')
const session = openStorage('sessionStorage')
const changed = 'display changed'

export function refreshDisplay(): void {
  applyDisplay(local, session)
  dispatchEvent(new Event(changed))
}

export function onDisplayChange(listener: () => void): void {
  addEventListener(changed, listener)
}

export function readCurrentMuting(filters = new URLSearchParams(location.search)): Muting {
  return readMuting(local, filters)
}

export function areMutedShown(): boolean {
  return session.getItem(mutedShownKey) !== null
}

export function setMutedShown(areShown: boolean): void {
  if (areShown) session.setItem(mutedShownKey, 'true')
  else session.removeItem(mutedShownKey)
  refreshDisplay()
}

export function storeNeverMuted(traits: readonly string[]): void {
  const text = JSON.stringify(traits)
  if (text === local.getItem(neverMutedKey)) return
  local.setItem(neverMutedKey, text)
  refreshDisplay()
}

export function keepDisplayCurrent(): void {
  const keys = [densityKey, motionKey, mutedKey, neverMutedKey]
  addEventListener('storage', ({ key }) => {
    if (key === null || keys.includes(key)) refreshDisplay()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) refreshDisplay()
  })
}
