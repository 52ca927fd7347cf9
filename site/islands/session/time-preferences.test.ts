import { beforeEach, expect, test, vi } from 'vitest'
import type { SettingsView } from '#worker/features/accounts/contract.ts'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.resetModules()
  const localStorage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  }
  vi.stubGlobal('window', { localStorage })
})

const settings = {
  timezone_name: 'Asia/Tokyo',
  date_format_id: 'ymd',
  hour_cycle: 'h12',
} as SettingsView

test('only what was chosen replaces the browser’s own', async () => {
  const { storeTimePreferences } = await import('./time-preferences.ts')
  const all = { time_zone: true, date_format: true, hour_cycle: true }
  storeTimePreferences({ ...settings, chosen: all })
  expect(Object.fromEntries(kept)).toEqual({
    timezone: 'Asia/Tokyo',
    date_format: 'ymd',
    hour_cycle: 'h12',
  })
  storeTimePreferences({ ...settings, chosen: { ...all, time_zone: false, hour_cycle: false } })
  expect(Object.fromEntries(kept)).toEqual({ date_format: 'ymd' })
})
