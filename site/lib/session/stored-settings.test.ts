import { beforeEach, expect, test, vi, afterEach } from 'vitest'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'
import { isAnalyticsDisabled, storeStaffAnalyticsOptOut } from './stored-settings.ts'

let kept: Record<string, string>

beforeEach(() => {
  kept = {}
  vi.resetModules()
  vi.stubGlobal('window', { localStorage: createFakeStorage(kept) })
  vi.stubGlobal('document', { documentElement: { dataset: { signedIn: '' } } })
})

afterEach(() => void vi.unstubAllGlobals())

const settings = {
  timezone_name: 'Asia/Tokyo',
  date_format_id: 'ymd',
  hour_cycle: 'h12',
} as SettingsView

test('only what was chosen replaces the browser’s own', async () => {
  const { storeTimePreferences } = await import('./stored-settings.ts')
  const all = { language: true, time_zone: true, date_format: true, hour_cycle: true }
  storeTimePreferences({ ...settings, chosen: all })
  expect(kept).toEqual({
    timezone: 'Asia/Tokyo',
    date_format: 'ymd',
    hour_cycle: 'h12',
  })
  const chosen = { ...all, time_zone: false, hour_cycle: false }
  storeTimePreferences({ ...settings, hour_cycle: null, chosen })
  expect(kept).toEqual({ date_format: 'ymd' })
})

test('display choices of the member replace the browser’s; what was never chosen stays', async () => {
  const { storeDisplaySettings } = await import('./stored-settings.ts')
  Object.assign(kept, { density: 'compact', motion: 'reduced' })
  const muted = { categories: [], languages: [], channels: [], long_events: true }
  storeDisplaySettings({ ...settings, density: null, motion: 'system', muted })
  expect(kept).toEqual({ density: 'compact', muted: JSON.stringify(muted) })
})

test.each([
  ['in the settings', true, {}, 'locale=fr; Path=/; Max-Age=31536000; SameSite=Lax'],
  ['never by the member', false, {}, ''],
  ['just now and is yet to be sent', true, { language_to_save: 'es' }, ''],
])('the language that was chosen %s', async (_, language, waiting, cookie) => {
  const { storeChosenLocale } = await import('./stored-settings.ts')
  const page = { cookie: '' }
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { protocol: 'http:' })
  Object.assign(kept, waiting)
  const chosen = { language, time_zone: false, date_format: false, hour_cycle: false }
  storeChosenLocale({ ...settings, interface_language_code: 'fr', chosen })
  expect(page.cookie).toBe(cookie)
})

test.each([
  [['user', 'moderator'], true],
  [['user', 'moderator', 'admin'], true],
  [['user', 'streamer'], false],
  [[], false],
] as const)('the clicks of %j are left out: %s', (scopes, isDisabled) => {
  storeStaffAnalyticsOptOut(scopes)
  expect(isAnalyticsDisabled()).toBe(isDisabled)
  expect('analytics-disabled' in kept).toBe(isDisabled)
})

test('the mark goes with the role', () => {
  storeStaffAnalyticsOptOut(['user', 'admin'])
  storeStaffAnalyticsOptOut(['user'])
  expect(isAnalyticsDisabled()).toBe(false)
})

test('the mark is read of nobody who is logged out', () => {
  storeStaffAnalyticsOptOut(['user', 'admin'])
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  expect(isAnalyticsDisabled()).toBe(false)
})
