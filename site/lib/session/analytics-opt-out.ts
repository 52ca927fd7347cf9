import { storageOf } from '#site/lib/storage.ts'
import type { Scope } from '#worker/contracts/enumerations.ts'

const key = 'analytics-disabled'
const storage = storageOf('localStorage')

/** What those who run the site click says nothing about its readers. */
export function setAnalyticsOptOut(scopes: readonly Scope[]): void {
  const isStaff = scopes.includes('admin') || scopes.includes('moderator')
  if (isStaff) storage.setItem(key, 'true')
  else storage.removeItem(key)
}

export function isAnalyticsDisabled(): boolean {
  return storage.getItem(key) !== null
}
