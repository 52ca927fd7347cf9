import { storageOf } from '#site/lib/storage.ts'
import { analyticsOptOutKey } from '#site/lib/storage-keys.ts'
import type { Scope } from '#worker/contracts/enumerations.ts'

const storage = storageOf('localStorage')

/** What those who run the site click says nothing about its readers. */
export function setAnalyticsOptOut(scopes: readonly Scope[]): void {
  const isStaff = scopes.includes('admin') || scopes.includes('moderator')
  if (isStaff) storage.setItem(analyticsOptOutKey, 'true')
  else storage.removeItem(analyticsOptOutKey)
}

export function isAnalyticsDisabled(): boolean {
  return storage.getItem(analyticsOptOutKey) !== null
}
