import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createSettingsStore } from './settings.store.ts'

const settings = {
  profile: { email: 'ana@example.org' },
  interface_language_code: 'es',
  timezone_name: 'Europe/Madrid',
  date_format_id: 'dmy',
  chosen: { language: true, time_zone: true, date_format: true, hour_cycle: true },
  hour_cycle: 'h23',
  is_marketing: null,
  discord: { webhook_hint: null, is_disabled: false },
} as SettingsView

const same = {
  interface_language_code: 'es',
  timezone_name: 'Europe/Madrid',
  date_format_id: 'dmy',
  hour_cycle: 'h23',
  is_marketing: false,
} as const

function start(chosen = settings.chosen) {
  const first = { ...settings, chosen }
  const answered = { ...first, timezone_name: 'Asia/Tokyo' } as SettingsView
  const fetched = { ...answered, date_format_id: 'ymd' } as SettingsView
  const api = {
    get: vi.fn(async (_path: string): Promise<unknown> => fetched),
    put: vi.fn(async (_path: string, _body?: unknown): Promise<unknown> => answered),
    post: vi.fn(async (): Promise<unknown> => ({})),
    delete: vi.fn(async (): Promise<unknown> => answered),
  }
  const callbacks = { showSuccess: vi.fn(), showError: vi.fn(), onSettings: vi.fn() }
  const store = createSettingsStore({ api: fakeApi(api), settings: first, ...callbacks })
  return { store, api, ...callbacks, answered, fetched }
}

describe('preferences', () => {
  test('send only what changed, take the answer, and are fetched again', async () => {
    const { store, api, showSuccess, onSettings, answered, fetched } = start()
    expect(await store.save({ ...same, timezone_name: 'Asia/Tokyo' })).toBe('saved')
    expect(api.put).toHaveBeenCalledExactlyOnceWith('users/me/settings', {
      timezone_name: 'Asia/Tokyo',
    })
    expect(api.get).toHaveBeenCalledExactlyOnceWith('users/me/settings')
    expect(onSettings.mock.calls).toEqual([[answered], [fetched]])
    expect(store.$settings.get()).toBe(fetched)
    expect(showSuccess).toHaveBeenCalledWith('Success: Your settings have been updated')
  })

  test('send the language along until it was chosen, but not by itself', async () => {
    const { store, api } = start({ ...settings.chosen, language: false })
    expect(await store.save(same)).toBe('unchanged')
    expect(api.put).not.toHaveBeenCalled()
    expect(await store.save({ ...same, timezone_name: 'Asia/Seoul' })).toBe('saved')
    expect(api.put).toHaveBeenCalledExactlyOnceWith('users/me/settings', {
      interface_language_code: 'es',
      timezone_name: 'Asia/Seoul',
    })
  })

  test('send null for what is again as the browser has it', async () => {
    const { store, api } = start()
    expect(await store.save({ ...same, timezone_name: null, hour_cycle: 'h12' })).toBe('saved')
    expect(api.put).toHaveBeenCalledExactlyOnceWith('users/me/settings', {
      timezone_name: null,
      hour_cycle: 'h12',
    })
  })

  test('keep what was saved when fetching them again fails, which is only logged', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValueOnce()
    const { store, api, showSuccess, showError, answered } = start()
    api.get.mockRejectedValueOnce(new ApiError({ status: 503, msg: 'Later' }))
    expect(await store.save({ ...same, timezone_name: 'Asia/Tokyo' })).toBe('saved')
    expect(store.$settings.get()).toBe(answered)
    expect(showSuccess).toHaveBeenCalledOnce()
    expect(showError).not.toHaveBeenCalled()
    expect(log).toHaveBeenCalledExactlyOnceWith('Failed to fetch user settings', expect.any(Error))
    log.mockRestore()
  })

  test('send nothing when nothing changed', async () => {
    const { store, api, showSuccess } = start()
    expect(await store.save(same)).toBe('unchanged')
    expect(api.put).not.toHaveBeenCalled()
    expect(showSuccess).not.toHaveBeenCalled()
  })

  test('that are refused say the server’s words and keep what was', async () => {
    const { store, api, showError } = start()
    api.put.mockRejectedValueOnce(new ApiError({ status: 403, msg: 'Not allowed' }))
    expect(await store.save({ ...same, is_marketing: true })).toBe('failed')
    expect(showError).toHaveBeenCalledWith('Error: Not allowed')
    expect(api.get).not.toHaveBeenCalled()
    expect(store.$settings.get()).toEqual(settings)
    expect(store.$isBusy.get()).toBe(false)
  })
})

describe('the Discord webhook', () => {
  test('is set, tested and removed', async () => {
    const { store, api, showSuccess } = start()
    await store.setWebhook('https://discord.com/api/webhooks/1/abc')
    await store.testWebhook()
    await store.removeWebhook()
    expect(api.put).toHaveBeenCalledOnce()
    expect(api.post).toHaveBeenCalledExactlyOnceWith('users/me/discord_webhook/test')
    expect(api.delete).toHaveBeenCalledOnce()
    expect(api.get).toHaveBeenCalledTimes(2)
    expect(showSuccess).toHaveBeenCalledTimes(3)
  })

  test('that is refused leaves the fault to its form', async () => {
    const { store, api } = start()
    api.put.mockRejectedValueOnce(new ApiError({ status: 422, msg: 'Check' }))
    await expect(store.setWebhook('x')).rejects.toMatchObject({ status: 422 })
  })
})

describe('the marketing preference', () => {
  test('shows at once and is kept', async () => {
    const { store, api } = start()
    const done = store.setMarketing(true)
    expect(store.$settings.get().is_marketing).toBe(true)
    await done
    expect(api.put).toHaveBeenCalledExactlyOnceWith('users/me/marketing', { is_marketing: true })
    expect(api.get).toHaveBeenCalledExactlyOnceWith('users/me/settings')
  })

  test('changed again meanwhile is not undone by what was fetched before', async () => {
    const { store, api, fetched } = start()
    const late = Promise.withResolvers<unknown>()
    api.get.mockReturnValueOnce(late.promise)
    api.get.mockResolvedValueOnce({ ...fetched, is_marketing: false })
    const first = store.setMarketing(true)
    await vi.waitFor(() => expect(api.get).toHaveBeenCalledOnce())
    const second = store.setMarketing(false)
    late.resolve({ ...fetched, is_marketing: true })
    await first
    expect(store.$settings.get().is_marketing).toBe(false)
    await second
  })

  test('goes back when refused', async () => {
    const { store, api, showError } = start()
    api.put.mockRejectedValueOnce(new ApiError({ status: 0, msg: '' }))
    await store.setMarketing(true)
    expect(store.$settings.get().is_marketing).toBeNull()
    expect(showError).toHaveBeenCalledWith('Failed to update marketing preference')
    expect(api.get).not.toHaveBeenCalled()
  })
})

test('a second act waits for the first: pressed twice, sent once', async () => {
  const { store, api } = start()
  await Promise.all([store.testWebhook(), store.testWebhook()])
  expect(api.post).toHaveBeenCalledExactlyOnceWith('users/me/discord_webhook/test')
})
