import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type {
  NewAchievements,
  SeenAchievementsInput,
  SeenAchievementsView,
} from '#worker/features/gamification/achievements/contract.ts'
import type { RewardResult } from '#worker/features/gamification/ledger/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import {
  achievementKey,
  createAnnouncements,
  levelAnnouncementKey,
  type Announcements,
} from './announcements.ts'
import { createGamificationStore } from './gamification.store.ts'

function achievement(identifier: string): NewAchievements[number] {
  const texts = { name: identifier, description: '', picture_url: `/media/${identifier}.svg` }
  return { identifier, ...texts, category: 'events', tier: 'bronze' }
}

/** The member as the server has them: who asks first is given each level and achievement. */
function startServer() {
  const member = { level: 3, seenLevel: 3, unlocked: [] as string[], seen: new Set<string>() }
  const get = vi.fn(async (path: string): Promise<unknown> => {
    if (path === 'achievements/new') {
      return member.unlocked.filter((id) => !member.seen.has(id)).map(achievement)
    }
    const figures = { current_xp: 40, next_level_xp: 441, progress_percentage: 9 }
    return { level_info: { current_level: member.level, ...figures } }
  })
  const put = vi.fn(
    async (_path: string, input: SeenAchievementsInput): Promise<SeenAchievementsView> => {
      const { level = 1 } = input
      const identifiers = input.identifiers.filter((id) => !member.seen.has(id))
      identifiers.forEach((id) => member.seen.add(id))
      const isNew = level > member.seenLevel
      if (isNew) member.seenLevel = level
      return { identifiers, level: isNew ? level : null }
    },
  )
  return { member, get, put, api: fakeApi({ get, put }) }
}

function startBrowser() {
  const texts = new Map<string, string>()
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  }
}

function start({ server = startServer(), storage = startBrowser() } = {}) {
  const who: { account: string | undefined; isOn: boolean } = { account: '7', isOn: true }
  let announcements: Announcements | undefined
  const loadAnnouncements = vi.fn(
    async ($gamification: Parameters<typeof createAnnouncements>[0]) =>
      (announcements ??= createAnnouncements($gamification)),
  )
  const account = () => who.account
  const untilNoticed = vi.fn(() => Promise.resolve())
  const isOn = () => who.isOn
  const shown = { loadAnnouncements, untilNoticed, isOn }
  const dependencies = { api: server.api, storage, account, ...shown }
  const store = createGamificationStore(dependencies)
  const state = () => store.$gamification.get()
  return { ...dependencies, store, state, shown: () => announcements!, server, who }
}

function earned(fields: Partial<RewardResult> = {}): RewardResult {
  return {
    success: true,
    message: null,
    xp_earned: 5,
    trust_score: 50,
    current_level: 3,
    current_xp: 45,
    next_level_xp: 441,
    level_up: false,
    progress_percentage: 10,
    retry_in_hours: null,
    ...fields,
  }
}

/** A member who has reached a level and unlocked something. */
function rise({ member }: ReturnType<typeof startServer>, ...unlocked: string[]) {
  member.level += 1
  member.unlocked.push(...unlocked)
  return earned({ current_level: member.level, level_up: true })
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the state', () => {
  test('stands at level 1 until figures come, from the stats or from an answer', async () => {
    const { store, state } = start()
    const initial = { currentLevel: 1, currentXp: 0, nextLevelXp: 100, isInitialized: false }
    expect(state()).toMatchObject(initial)
    await store.loadStats()
    const figures = { currentLevel: 3, currentXp: 40, nextLevelXp: 441, progressPercentage: 9 }
    expect(state()).toMatchObject({ ...figures, isInitialized: true })
    await store.apply(earned())
    expect(state()).toMatchObject({ xpEarned: 5, trustScore: 50, currentXp: 45 })
    store.clear()
    expect(state()).toMatchObject(initial)
  })

  test('asks and says nothing while rewards are switched off, and goes on when they are on', async () => {
    const { store, state, server, who, loadAnnouncements } = start()
    who.isOn = false
    await store.loadStats()
    await store.apply(rise(server, 'player'))
    await store.announce()
    expect([server.get.mock.calls, server.put.mock.calls]).toEqual([[], []])
    expect(loadAnnouncements).not.toHaveBeenCalled()
    expect(state().isInitialized).toBe(false)
    who.isOn = true
    await store.loadStats()
    expect(state()).toMatchObject({ currentLevel: 4, isInitialized: true })
  })

  test('shows nothing that was given to it when they are switched off meanwhile', async () => {
    const { store, state, server, who } = start()
    server.put.mockImplementationOnce(async (_path, { identifiers }) => {
      who.isOn = false
      return { identifiers, level: 4 }
    })
    await store.apply(rise(server, 'player'))
    expect(state()).toMatchObject({ isNotificationShown: false, newAchievements: [] })
  })

  test('is kept for the next page of the member, and for nobody else', async () => {
    const first = start()
    await first.store.loadStats()
    const next = start({ server: first.server, storage: first.storage })
    expect(next.state()).toMatchObject({ currentLevel: 3, isInitialized: true })
    next.who.account = '8'
    next.store.clear()
    expect(next.store.recall()).toBe(false)
    expect(next.state().isInitialized).toBe(false)
  })

  test('is that of the tab which heard the latest', async () => {
    const here = start()
    const there = start({ server: here.server, storage: here.storage })
    await here.store.apply(earned({ current_xp: 45 }))
    expect(there.store.recall()).toBe(true)
    expect(there.state()).toMatchObject({ currentLevel: 3, currentXp: 45 })
    expect(there.store.recall()).toBe(false)
    await here.store.apply(earned({ current_level: 4, current_xp: 1 }))
    expect(there.store.recall()).toBe(true)
    await here.store.apply(earned({ current_level: 3, current_xp: 440, xp_earned: 0 }))
    expect(there.store.recall()).toBe(false)
  })

  test('starts anew where what was kept cannot be read', () => {
    const storage = { getItem: () => '{', setItem: () => undefined }
    expect(start({ storage }).state().isInitialized).toBe(false)
  })
})

describe('a level', () => {
  test('animates for 2 s and is shown for 5 s', async () => {
    const { store, state, server, loadAnnouncements } = start()
    await store.apply(rise(server))
    expect(loadAnnouncements).toHaveBeenCalledOnce()
    expect(state()).toMatchObject({ levelUp: true, isAnimating: true, isNotificationShown: true })
    vi.advanceTimersByTime(1999)
    expect(state().isAnimating).toBe(true)
    vi.advanceTimersByTime(1)
    expect(state()).toMatchObject({ isAnimating: false, isNotificationShown: true })
    vi.advanceTimersByTime(2999)
    expect(state().isNotificationShown).toBe(true)
    vi.advanceTimersByTime(1)
    expect(state()).toMatchObject({ levelUp: false, isNotificationShown: false })
  })

  test('that rose elsewhere is found by the stats of the next page', async () => {
    const { store, state, server } = start()
    await store.loadStats()
    await store.announce()
    rise(server)
    await store.loadStats()
    await store.announce()
    expect(state()).toMatchObject({ currentLevel: 4, isNotificationShown: true })
  })

  test('is put to the server once by a browser, and not by each of its pages', async () => {
    const { store, server, storage } = start()
    await store.loadStats()
    await store.announce()
    const next = start({ server, storage })
    await next.store.loadStats()
    await next.store.announce()
    expect(server.put).toHaveBeenCalledOnce()
    expect(next.state().isNotificationShown).toBe(false)
  })

  test('that was lost and won again is not shown again', async () => {
    const { store, state, server } = start()
    await store.apply(rise(server))
    vi.advanceTimersByTime(5000)
    await store.apply(earned({ xp_earned: 0, current_level: 3 }))
    await store.apply(earned({ current_level: 4, level_up: true }))
    expect(state().isNotificationShown).toBe(false)
  })
})

describe('achievements', () => {
  test('are gone after 5 s, each by itself, or when dismissed', async () => {
    const { store, state, shown, server } = start()
    const names = () => state().newAchievements.map(({ identifier }) => identifier)
    server.member.unlocked.push('first_hype', 'early_bird')
    await store.announce()
    expect(names()).toEqual(['first_hype', 'early_bird'])
    vi.advanceTimersByTime(3000)
    server.member.unlocked.push('planner')
    await store.announce()
    shown().dismiss(achievementKey({ identifier: 'first_hype' }))
    expect(names()).toEqual(['early_bird', 'planner'])
    vi.advanceTimersByTime(2000)
    expect(names()).toEqual(['planner'])
    vi.advanceTimersByTime(3000)
    expect(names()).toEqual([])
  })

  test('and levels wait while someone is on them', async () => {
    const { store, state, shown, server } = start()
    await store.apply(rise(server, 'first_hype', 'planner'))
    const key = achievementKey({ identifier: 'first_hype' })
    vi.advanceTimersByTime(4000)
    shown().pause(key)
    shown().pause(levelAnnouncementKey)
    vi.advanceTimersByTime(60_000)
    expect(state().newAchievements.map(({ identifier }) => identifier)).toEqual(['first_hype'])
    expect(state().isNotificationShown).toBe(true)
    shown().resume(key)
    shown().resume(levelAnnouncementKey)
    vi.advanceTimersByTime(999)
    expect(state()).toMatchObject({ isNotificationShown: true })
    vi.advanceTimersByTime(1)
    expect(state()).toMatchObject({ isNotificationShown: false, newAchievements: [] })
  })

  test('and levels are shown by one of two tabs or devices that ask at once', async () => {
    const here = start()
    const there = start({ server: here.server })
    const answer = rise(here.server, 'first_hype', 'planner')
    await Promise.all([here.store.apply(answer), there.store.apply(answer)])
    const shown = [...here.state().newAchievements, ...there.state().newAchievements]
    expect(shown.map(({ identifier }) => identifier).sort()).toEqual(['first_hype', 'planner'])
    const levels = [here, there].filter(({ state }) => state().isNotificationShown)
    expect(levels).toHaveLength(1)
  })

  test('that cannot be drawn or marked are left to a page that can', async () => {
    const { store, state, server, loadAnnouncements } = start()
    server.member.unlocked.push('first_hype')
    loadAnnouncements.mockRejectedValueOnce(new Error('The chunk did not load'))
    await expect(store.announce()).rejects.toThrow('chunk')
    expect(server.put).not.toHaveBeenCalled()
    server.put.mockRejectedValueOnce(new ApiError({ status: 503, msg: 'Later' }))
    await expect(store.announce()).rejects.toThrow('Later')
    expect(state().newAchievements).toEqual([])
    await store.announce()
    expect(state().newAchievements).toHaveLength(1)
  })

  test('of somebody who has left in the meantime are not shown', async () => {
    const { store, state, server, who } = start()
    server.member.unlocked.push('first_hype')
    server.put.mockImplementationOnce(async (_path, { identifiers }) => {
      who.account = '8'
      return { identifiers, level: null }
    })
    await store.announce()
    expect(state().newAchievements).toEqual([])
  })
})

describe('calls', () => {
  const asks = ({ get }: ReturnType<typeof startServer>) =>
    get.mock.calls.filter(([path]) => path === 'achievements/new').length

  test('follow acts that counted, also past a cap, and no others', async () => {
    const { store, server } = start()
    await store.apply(earned())
    await store.apply(earned({ xp_earned: 0, retry_in_hours: 1 }))
    expect(asks(server)).toBe(2)
    await store.apply(earned({ xp_earned: 0 }))
    await store.apply(earned({ xp_earned: 0, success: false }))
    expect(asks(server)).toBe(2)
  })

  test('go out one at a time, and once more for all that came meanwhile', async () => {
    const { store, server } = start()
    await Promise.all([store.announce(), store.announce(), store.announce()])
    expect(asks(server)).toBe(2)
  })

  test('load nothing to draw with and mark nothing where nothing is new', async () => {
    const { store, server, loadAnnouncements } = start()
    server.member.level = 1
    await store.loadStats()
    await store.announce()
    expect(loadAnnouncements).not.toHaveBeenCalled()
    expect(server.put).not.toHaveBeenCalled()
  })

  test('wait until they are noticed, and ask for all that came by then', async () => {
    const { store, state, server, untilNoticed } = start()
    let release = () => undefined as void
    untilNoticed.mockReturnValueOnce(new Promise((resolve) => (release = resolve)))
    const announced = store.announce()
    await Promise.resolve()
    expect(server.get).not.toHaveBeenCalled()
    server.member.unlocked.push('first_hype')
    release()
    await announced
    expect(state().newAchievements).toHaveLength(1)
  })

  test('are none for a guest', async () => {
    const { store, server, who } = start()
    who.account = undefined
    await store.announce()
    expect(server.get).not.toHaveBeenCalled()
  })
})
