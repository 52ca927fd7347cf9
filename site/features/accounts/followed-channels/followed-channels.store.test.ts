import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { StreamerId } from '#worker/contracts/ids.ts'
import type { FollowedChannelsView } from '#worker/features/directory/followed-channels/contract.ts'
import type { FollowStreamersInput } from '#worker/features/directory/follows/contract.ts'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createFollowedChannelsStore } from './followed-channels.store.ts'
import { createPendingImportStorage, rememberImportOnAuthorize } from './pending-import.ts'

const path = 'users/me/followed_channels'
const id = (value: number) => value as StreamerId

function viewOf(count: number, followed: number[] = []): FollowedChannelsView {
  const items = Array.from({ length: count }, (_, index) => ({
    id: id(index + 1),
    display_name: `Streamer ${index + 1}`,
    name: `streamer${index + 1}`,
    avatar_path: 'a.svg',
    is_followed: followed.includes(index + 1),
  }))
  return { items, unknown_count: 312, total: 312 + count, unread_count: 0 }
}

const earned = { success: true, message: null, level_up: false }
const followAll = async (_: string, { streamer_ids }: FollowStreamersInput): Promise<unknown> => ({
  followed_streamers: streamer_ids,
  gamification_info: { gamification: earned },
})

function start(view = viewOf(3), isReturn = false) {
  const api = { get: vi.fn(async (): Promise<unknown> => view), post: vi.fn(followAll) }
  const leaveForTwitch = vi.fn(async () => undefined)
  const sleep = vi.fn(async (_: number) => undefined)
  const [onFollowed, onEarned] = [vi.fn(), vi.fn()]
  const store = createFollowedChannelsStore({
    api: fakeApi(api),
    locale: 'en',
    leaveForTwitch,
    takeReturn: () => isReturn,
    sleep,
    onFollowed,
    onEarned,
  })
  const chosen = () => [...store.$chosen.get()]
  return { store, api, leaveForTwitch, sleep, onFollowed, onEarned, chosen }
}

const refusal = (status: number, code: string, retryAfter?: number) =>
  new ApiError({ status, code, msg: `It is ${code}`, retryAfter })

describe('beginning', () => {
  test('offers all that is known and not followed yet, ticked', async () => {
    const { store, api, chosen } = start(viewOf(3, [2]))
    await store.begin()
    expect(store.$phase.get()).toBe('choosing')
    expect(chosen()).toEqual([1, 3])
    expect(api.post).not.toHaveBeenCalled()
  })

  test.each(['twitch_not_connected', 'twitch_permission_missing'])(
    'leads to Twitch when the answer is %s',
    async (code) => {
      const { store, api, leaveForTwitch } = start()
      api.get.mockRejectedValueOnce(refusal(409, code))
      await store.begin()
      expect(leaveForTwitch).toHaveBeenCalledOnce()
      expect([store.$phase.get(), store.$notice.get()]).toEqual(['closed', undefined])
    },
  )

  test('is under way to Twitch, and no more to be called off, once that is known', async () => {
    const { store, api, leaveForTwitch } = start()
    api.get.mockRejectedValueOnce(refusal(409, 'twitch_not_connected'))
    const phases: string[] = []
    leaveForTwitch.mockImplementationOnce(async () => void phases.push(store.$phase.get()))
    await store.begin()
    expect([...phases, store.$phase.get()]).toEqual(['leaving', 'closed'])
  })

  test('says what went wrong, also on the way to Twitch, and can be begun again', async () => {
    const { store, api, leaveForTwitch } = start()
    api.get.mockRejectedValueOnce(new ApiError({ status: 0, msg: '' }))
    await store.begin()
    const text = 'Couldn’t load the channels you follow on Twitch'
    expect(store.$notice.get()).toEqual({ kind: 'error', text })
    api.get.mockRejectedValueOnce(refusal(409, 'twitch_not_connected'))
    leaveForTwitch.mockRejectedValueOnce(refusal(503, 'unavailable'))
    await store.begin()
    expect(store.$notice.get()).toEqual({ kind: 'error', text: 'It is unavailable' })
    await store.begin()
    expect([store.$phase.get(), store.$notice.get()]).toEqual(['choosing', undefined])
  })

  test('waits as long as Twitch asks for, three attempts in all', async () => {
    const { store, api, sleep } = start()
    const seconds: number[] = []
    store.$secondsToWait.listen((left) => seconds.push(left))
    api.get.mockRejectedValueOnce(refusal(503, 'twitch_busy', 3))
    await store.begin()
    expect([store.$phase.get(), seconds]).toEqual(['choosing', [3, 2, 1, 0]])
    store.close()
    sleep.mockClear()
    api.get.mockRejectedValue(refusal(503, 'twitch_busy', 1))
    await store.begin()
    expect(api.get).toHaveBeenCalledTimes(2 + 3)
    expect(sleep.mock.calls).toEqual([[1000], [1000]])
    expect(store.$notice.get()).toEqual({ kind: 'error', text: 'It is twitch_busy' })
  })

  test('is not asked twice by a second click, and can be called off', async () => {
    const { store, api } = start()
    const answers: ((view: unknown) => void)[] = []
    api.get.mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
    const [first, second] = [store.begin(), store.begin()]
    await second
    expect(api.get).toHaveBeenCalledExactlyOnceWith(path)
    store.close()
    answers[0]?.(viewOf(1))
    await first
    expect([store.$phase.get(), store.$channels.get()]).toEqual(['closed', undefined])
  })

  test('called off while it waits asks no more', async () => {
    const { store, api, sleep } = start()
    api.get.mockRejectedValueOnce(refusal(503, 'twitch_busy', 30))
    sleep.mockImplementationOnce(async () => void store.close())
    await store.begin()
    expect([api.get.mock.calls.length, sleep.mock.calls.length]).toEqual([1, 1])
    expect([store.$phase.get(), store.$secondsToWait.get()]).toEqual(['closed', 0])
  })
})

describe('coming back from Twitch', () => {
  test('opens the list by itself', async () => {
    const { store } = start(viewOf(2), true)
    await store.resume()
    expect(store.$phase.get()).toBe('choosing')
  })

  test('after a refusal there sends nobody away again', async () => {
    const { store, api, leaveForTwitch } = start(viewOf(2), true)
    api.get.mockRejectedValueOnce(refusal(409, 'twitch_permission_missing'))
    await store.resume()
    expect(leaveForTwitch).not.toHaveBeenCalled()
    expect(store.$notice.get()?.text).toMatch(/^Twitch didn’t let us see/)
  })

  test('is known by the place it began at, once', async () => {
    const pendingImport = createPendingImportStorage(createFakeStorage())
    const authorize = vi.fn(async () => undefined)
    const leave = rememberImportOnAuthorize(pendingImport, authorize)
    const back = '/es/profile#follows'
    await leave({ provider: 'google', intent: 'login', next: back })
    expect(pendingImport.take(back)).toBe(false)
    const pending = { provider: 'twitch', intent: 'follows', next: back } as const
    authorize.mockRejectedValueOnce(refusal(503, 'unavailable'))
    await expect(leave(pending)).rejects.toThrow()
    expect(pendingImport.take(back)).toBe(false)
    await leave(pending)
    expect(pendingImport.take('/es/games#follows')).toBe(false)
    expect(pendingImport.take('/es/profile')).toBe(false)
    expect([pendingImport.take(back), pendingImport.take(back)]).toEqual([true, false])
    const { store, api } = start()
    await store.resume()
    expect(api.get).not.toHaveBeenCalled()
  })
})

describe('choosing', () => {
  test('unticks and ticks one or all', async () => {
    const { store, chosen } = start(viewOf(4, [4]))
    await store.begin()
    store.choose(id(2), false)
    expect(chosen()).toEqual([1, 3])
    store.choose(id(2), true)
    store.chooseNone()
    expect(chosen()).toEqual([])
    await store.follow()
    expect(store.$phase.get()).toBe('choosing')
    store.chooseAll()
    expect(chosen()).toEqual([1, 2, 3])
  })
})

describe('following', () => {
  test('goes in steps of a hundred, tells how far it is, and ends with the count', async () => {
    const { store, api, onFollowed, onEarned } = start(viewOf(250))
    const steps: number[] = []
    store.$followed.listen(({ done }) => steps.push(done))
    await store.begin()
    store.choose(id(7), false)
    await store.follow()
    const sizes = api.post.mock.calls.map(([, { streamer_ids }]) => streamer_ids.length)
    expect(sizes).toEqual([100, 100, 49])
    expect(steps).toEqual([0, 100, 200, 249])
    expect(store.$notice.get()).toEqual({
      kind: 'success',
      text: 'You’re following 249 more streamers.',
    })
    expect([store.$phase.get(), onFollowed.mock.calls.length]).toEqual(['closed', 1])
    expect(onFollowed.mock.lastCall?.[0]).toHaveLength(249)
    expect(onEarned).toHaveBeenCalledTimes(3)
  })

  test('that breaks off keeps what is done, and asks only for the rest again', async () => {
    const { store, api, chosen, onFollowed } = start(viewOf(150))
    await store.begin()
    api.post.mockImplementationOnce(followAll)
    api.post.mockRejectedValueOnce(new ApiError({ status: 0, msg: '' }))
    await store.follow()
    expect([store.$phase.get(), store.$open.get().length, chosen().length]).toEqual([
      'choosing',
      50,
      50,
    ])
    expect(store.$notice.get()).toEqual({
      kind: 'error',
      text: 'Some channels couldn’t be followed',
    })
    expect(onFollowed).toHaveBeenCalledExactlyOnceWith(viewOf(100).items)
    await store.follow()
    expect(api.post.mock.lastCall?.[1].streamer_ids).toHaveLength(50)
    expect(store.$notice.get()?.text).toBe('You’re following 50 more streamers.')
  })

  test('waits for our own limit too, and counts only who could be followed', async () => {
    const { store, api, sleep } = start(viewOf(2))
    await store.begin()
    api.post.mockRejectedValueOnce(refusal(429, 'rate_limited', 2))
    api.post.mockImplementationOnce((url) => followAll(url, { streamer_ids: [id(1)] }))
    await store.follow()
    expect(sleep).toHaveBeenCalledTimes(2)
    expect(store.$notice.get()?.text).toBe('You’re following 1 more streamer.')
  })
})
