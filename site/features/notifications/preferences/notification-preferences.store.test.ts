import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { GameId, GroupId, StreamerId } from '#worker/contracts/ids.ts'
import type { NotificationSettingsView } from '#worker/features/notifications/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createNotificationPreferencesStore } from './notification-preferences.store.ts'

const first: NotificationSettingsView = {
  digest: 'off',
  quiet_hours: { from: null, to: null },
  own_marks: [],
  mail_problem: null,
  channels: [
    { channel: 'email', is_usable: true },
    { channel: 'discord', is_usable: false },
  ],
  kinds: [
    { kind: 'reminder', channels: [{ channel: 'email', is_enabled: true }] },
    { kind: 'level_up', channels: [{ channel: 'email', is_enabled: false }] },
  ],
  streamers: [
    { id: 4 as StreamerId, display_name: 'Nora', avatar_path: 'a.svg', is_enabled: true },
  ],
  games: [
    {
      id: 4 as GameId,
      slug: 'tetris',
      name: 'Tetris',
      thumbnail_path: 'g.svg',
      thumbnail_url: '/media/g.svg',
      is_enabled: true,
    },
  ],
  groups: [
    {
      id: 4 as GroupId,
      slug: 'marathon',
      name: 'Marathon',
      category: null,
      thumbnail_path: 'p.svg',
      is_enabled: true,
    },
  ],
}

function start() {
  const without: NotificationSettingsView = { ...first, streamers: [] }
  const api = {
    get: vi.fn(async (): Promise<unknown> => without),
    put: vi.fn(async (): Promise<unknown> => ({ is_enabled: true })),
  }
  const [showError, showSuccess] = [vi.fn(), vi.fn()]
  const store = createNotificationPreferencesStore({
    api: fakeApi(api),
    first,
    showError,
    showSuccess,
  })
  const isOn = (kind: string) =>
    store.$preferences.get().kinds.find((one) => one.kind === kind)?.channels[0]?.is_enabled
  return { store, api, showError, showSuccess, isOn }
}

const offline = new ApiError({ status: 0, msg: '' })

describe('a switch of the matrix', () => {
  test('turns at once, it alone, and is kept', async () => {
    const { store, api, isOn } = start()
    const done = store.turnChannel('level_up', 'email', true)
    expect([isOn('reminder'), isOn('level_up')]).toEqual([true, true])
    await done
    expect(api.put).toHaveBeenCalledExactlyOnceWith(
      'users/me/notification_settings/channels/level_up/email',
      { is_enabled: true },
    )
  })

  test('turns back when refused', async () => {
    const { store, api, showError, isOn } = start()
    api.put.mockRejectedValueOnce(offline)
    await store.turnChannel('reminder', 'email', false)
    expect(isOn('reminder')).toBe(true)
    expect(showError).toHaveBeenCalledExactlyOnceWith('Couldn’t update this notification')
  })
})

describe('a streamer or game that is followed', () => {
  test('is silenced, and not its namesake by number', async () => {
    const { store, api } = start()
    await store.turnFollowed('games', 4, false)
    expect(api.put).toHaveBeenCalledExactlyOnceWith('users/me/notification_settings/games/4', {
      is_enabled: false,
    })
    expect(store.$preferences.get().games[0]?.is_enabled).toBe(false)
    expect(store.$preferences.get().streamers[0]?.is_enabled).toBe(true)
  })

  test.each([
    ['streamers', 'Couldn’t update notifications for this streamer'],
    ['games', 'Couldn’t update notifications for this game'],
  ] as const)('of the %s goes back when refused', async (what, text) => {
    const { store, api, showError } = start()
    api.put.mockRejectedValueOnce(offline)
    await store.turnFollowed(what, 4, false)
    expect(store.$preferences.get()[what][0]?.is_enabled).toBe(true)
    expect(showError).toHaveBeenCalledExactlyOnceWith(text)
  })

  test('and is no longer followed leaves the list', async () => {
    const { store, api } = start()
    api.put.mockRejectedValueOnce(new ApiError({ status: 404, msg: 'Not followed' }))
    await store.turnFollowed('streamers', 4, false)
    expect(store.$preferences.get().streamers).toEqual([])
  })

  test('says so when the list cannot be read again', async () => {
    const { store, api, showError } = start()
    api.get.mockRejectedValueOnce(offline)
    await store.reload()
    expect(showError).toHaveBeenCalledWith('Couldn’t load your notification settings')
    expect(store.$preferences.get()).toEqual(first)
  })
})

describe('how news come', () => {
  test('a digest shows at once and is kept', async () => {
    const { store, api } = start()
    const done = store.setDigest('weekly')
    expect(store.$preferences.get().digest).toBe('weekly')
    await done
    expect(api.put).toHaveBeenCalledExactlyOnceWith('users/me/notification_settings/digest', {
      digest: 'weekly',
    })
  })

  test('a digest and quiet hours that are kept say so', async () => {
    const { store, showSuccess } = start()
    await store.setDigest('weekly')
    await store.setQuietHours({ from: '22:00', to: '08:00' })
    expect(showSuccess.mock.calls).toEqual([
      ['Success: Your settings have been updated'],
      ['Success: Your settings have been updated'],
    ])
  })

  test('quiet hours show at once and go back when refused', async () => {
    const { store, api, showError } = start()
    api.put.mockRejectedValueOnce(offline)
    const done = store.setQuietHours({ from: '22:00', to: '08:00' })
    expect(store.$preferences.get().quiet_hours.from).toBe('22:00')
    await done
    expect(store.$preferences.get().quiet_hours).toEqual({ from: null, to: null })
    expect(showError).toHaveBeenCalledExactlyOnceWith('Couldn’t change quiet hours')
  })

  test('a refusal that comes late leaves a later choice, which was kept', async () => {
    const { store, api, showError } = start()
    let refuse: (error: Error) => void = () => undefined
    api.put.mockReturnValueOnce(new Promise((_resolve, reject) => (refuse = reject)))
    const slow = store.setQuietHours({ from: '23:00', to: '08:00' })
    await store.setQuietHours({ from: '23:00', to: '09:00' })
    refuse(offline)
    await slow
    expect(store.$preferences.get().quiet_hours).toEqual({ from: '23:00', to: '09:00' })
    expect(showError).toHaveBeenCalledOnce()
  })

  test('choices that are all refused leave what held before the first', async () => {
    const { store, api } = start()
    api.put.mockRejectedValue(offline)
    await Promise.all([store.setDigest('daily'), store.setDigest('weekly')])
    expect(store.$preferences.get().digest).toBe('off')
  })
})
