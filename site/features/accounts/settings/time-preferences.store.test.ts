import { describe, expect, test, vi } from 'vitest'
import type { SettingsInput, SettingsView } from '#worker/features/accounts/contract.ts'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'
import { createTimePreferencesStore } from './time-preferences.store.ts'

function visitor(kept: Record<string, string> = {}) {
  const storage = createFakeStorage(kept)
  const onTimes = vi.fn()
  const onLocale = vi.fn()
  const store = createTimePreferencesStore({ storage, member: undefined, onTimes, onLocale })
  return { store, storage, onTimes, onLocale }
}

/** A server that keeps what it is told, unless it is to refuse. */
function member({ refuses = false } = {}) {
  const saved: SettingsInput[] = []
  let settings = {
    timezone_name: 'Europe/Paris',
    date_format_id: 'dmy',
    hour_cycle: null,
    chosen: { language: true, time_zone: false, date_format: true, hour_cycle: false },
  } as SettingsView
  const storage = createFakeStorage()
  const onTimes = vi.fn()
  const onLocale = vi.fn()
  const store = createTimePreferencesStore({
    storage,
    onTimes,
    onLocale,
    member: {
      settings: () => settings,
      async save(change) {
        saved.push(change)
        await Promise.resolve()
        if (refuses) return false
        const isChosen = (value: unknown, before: boolean) =>
          value === undefined ? before : value !== null
        const { time_zone, date_format, hour_cycle } = settings.chosen
        const chosen = {
          time_zone: isChosen(change.timezone_name, time_zone),
          date_format: isChosen(change.date_format_id, date_format),
          hour_cycle: isChosen(change.hour_cycle, hour_cycle),
        }
        settings = { ...settings, ...change, chosen } as SettingsView
        return true
      },
    },
  })
  return { store, storage, saved, onTimes, onLocale }
}

describe('a visitor', () => {
  test('has the browser’s zone and date format until another is chosen', () => {
    expect(visitor().store.$preferences.get()).toEqual({
      zone: undefined,
      dateFormat: undefined,
      hourCycle: undefined,
    })
    const { store } = visitor({ timezone: 'Asia/Tokyo', date_format: 'ymd', hour_cycle: 'h12' })
    expect(store.$preferences.get()).toEqual({
      zone: 'Asia/Tokyo',
      dateFormat: 'ymd',
      hourCycle: 'h12',
    })
  })

  test('keeps a choice in this browser, where times follow at once', async () => {
    const { store, storage, onTimes } = visitor()
    await store.changeTimes({ zone: 'America/New_York' })
    await store.changeTimes({ dateFormat: 'mdy' })
    await store.changeTimes({ hourCycle: 'h12' })
    expect(storage.kept).toEqual({
      timezone: 'America/New_York',
      date_format: 'mdy',
      hour_cycle: 'h12',
    })
    expect(onTimes).toHaveBeenCalledTimes(3)
  })

  test('goes back to the browser’s own', async () => {
    const { store, storage } = visitor({ timezone: 'Asia/Tokyo', date_format: 'ymd' })
    await store.changeTimes({ zone: undefined })
    expect(storage.kept).toEqual({ date_format: 'ymd' })
  })

  test('continues in the language chosen', async () => {
    const { store, onLocale } = visitor()
    expect(await store.changeLocale('es')).toBe(true)
    expect(onLocale).toHaveBeenCalledWith('es')
  })
})

describe('a member', () => {
  test('has what was chosen, and the browser’s own for the rest', () => {
    expect(member().store.$preferences.get()).toEqual({
      zone: undefined,
      dateFormat: 'dmy',
      hourCycle: undefined,
    })
  })

  test('has the choice saved by the server', async () => {
    const { store, saved, onTimes } = member()
    await store.changeTimes({ zone: 'Asia/Tokyo' })
    expect(saved).toEqual([{ timezone_name: 'Asia/Tokyo' }])
    expect(store.$preferences.get().zone).toBe('Asia/Tokyo')
    expect(onTimes).toHaveBeenCalledOnce()
  })

  test('goes back to the browser’s own', async () => {
    const { store, saved } = member()
    await store.changeTimes({ dateFormat: undefined })
    expect(saved).toEqual([{ date_format_id: null }])
    expect(store.$preferences.get().dateFormat).toBeUndefined()
  })

  test('sees the choice taken back when the server refuses', async () => {
    const { store, onLocale } = member({ refuses: true })
    await store.changeTimes({ zone: 'Asia/Tokyo' })
    expect(await store.changeLocale('fr')).toBe(false)
    expect(store.$preferences.get().zone).toBeUndefined()
    expect(onLocale).not.toHaveBeenCalled()
  })

  test('loses none of two quick changes', async () => {
    const { store, saved } = member()
    await Promise.all([
      store.changeTimes({ zone: 'Asia/Tokyo' }),
      store.changeTimes({ dateFormat: 'ymd' }),
    ])
    expect(saved).toEqual([{ timezone_name: 'Asia/Tokyo' }, { date_format_id: 'ymd' }])
    expect(store.$preferences.get()).toMatchObject({ zone: 'Asia/Tokyo', dateFormat: 'ymd' })
  })

  test('sees the second of two quick changes while the first is saved', async () => {
    const { store } = member()
    const seen: unknown[] = []
    store.$preferences.listen(({ hourCycle }) => seen.push(hourCycle))
    const first = store.changeTimes({ zone: 'Asia/Tokyo' })
    const second = store.changeTimes({ hourCycle: 'h12' })
    await first
    await store.changeTimes({ dateFormat: 'ymd' })
    await second
    expect(new Set(seen.slice(1))).toEqual(new Set(['h12']))
    expect(store.$preferences.get()).toEqual({
      zone: 'Asia/Tokyo',
      dateFormat: 'ymd',
      hourCycle: 'h12',
    })
  })
})
