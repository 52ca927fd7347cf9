import { describe, expect, test, vi } from 'vitest'
import type { SettingsInput, SettingsView } from '#worker/features/accounts/contract.ts'
import { createPreferences } from './preferences.store.ts'

function memory(kept: Record<string, string> = {}) {
  return {
    kept,
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, text: string) => void (kept[name] = text),
    removeItem: (name: string) => void delete kept[name],
  }
}

function visitor(kept: Record<string, string> = {}) {
  const storage = memory(kept)
  const onTimes = vi.fn()
  const onLocale = vi.fn()
  const store = createPreferences({ storage, member: undefined, onTimes, onLocale })
  return { store, storage, onTimes, onLocale }
}

/** A server that keeps what it is told, unless it is to refuse. */
function member({ refuses = false } = {}) {
  const saved: SettingsInput[] = []
  let settings = { timezone_name: 'Europe/Paris', date_format_id: 'dmy' } as SettingsView
  const storage = memory()
  const onTimes = vi.fn()
  const onLocale = vi.fn()
  const store = createPreferences({
    storage,
    onTimes,
    onLocale,
    member: {
      settings: () => settings,
      async save(change) {
        saved.push(change)
        await Promise.resolve()
        if (!refuses) settings = { ...settings, ...change } as SettingsView
        return !refuses
      },
    },
  })
  return { store, storage, saved, onTimes, onLocale }
}

describe('a visitor', () => {
  test('has the browser’s zone and date format until another is chosen', () => {
    expect(visitor().store.$preferences.get()).toEqual({ zone: undefined, dateFormat: undefined })
    const { store } = visitor({ timezone: 'Asia/Tokyo', date_format: 'ymd' })
    expect(store.$preferences.get()).toEqual({ zone: 'Asia/Tokyo', dateFormat: 'ymd' })
  })

  test('keeps a choice in this browser, where times follow at once', async () => {
    const { store, storage, onTimes } = visitor()
    await store.changeTimes({ zone: 'America/New_York' })
    await store.changeTimes({ dateFormat: 'mdy' })
    expect(storage.kept).toEqual({ timezone: 'America/New_York', date_format: 'mdy' })
    expect(onTimes).toHaveBeenCalledTimes(2)
  })

  test('goes back to the browser’s own', async () => {
    const { store, storage } = visitor({ timezone: 'Asia/Tokyo', date_format: 'ymd' })
    await store.changeTimes({ zone: undefined })
    expect(storage.kept).toEqual({ date_format: 'ymd' })
  })

  test('continues in the language chosen', async () => {
    const { store, onLocale } = visitor()
    await store.changeLocale('es')
    expect(onLocale).toHaveBeenCalledWith('es')
  })
})

describe('a member', () => {
  test('has what the server keeps, whatever this browser kept', () => {
    expect(member().store.$preferences.get()).toEqual({ zone: 'Europe/Paris', dateFormat: 'dmy' })
  })

  test('has the choice saved by the server', async () => {
    const { store, saved, onTimes } = member()
    await store.changeTimes({ zone: 'Asia/Tokyo' })
    expect(saved).toEqual([{ timezone_name: 'Asia/Tokyo', date_format_id: 'dmy' }])
    expect(store.$preferences.get().zone).toBe('Asia/Tokyo')
    expect(onTimes).toHaveBeenCalledOnce()
  })

  test('sees the choice taken back when the server refuses', async () => {
    const { store, onLocale } = member({ refuses: true })
    await store.changeTimes({ zone: 'Asia/Tokyo' })
    await store.changeLocale('fr')
    expect(store.$preferences.get().zone).toBe('Europe/Paris')
    expect(onLocale).not.toHaveBeenCalled()
  })

  test('loses none of two quick changes', async () => {
    const { store, saved } = member()
    await Promise.all([
      store.changeTimes({ zone: 'Asia/Tokyo' }),
      store.changeTimes({ dateFormat: 'ymd' }),
    ])
    expect(saved.at(-1)).toEqual({ timezone_name: 'Asia/Tokyo', date_format_id: 'ymd' })
    expect(store.$preferences.get()).toEqual({ zone: 'Asia/Tokyo', dateFormat: 'ymd' })
  })
})
