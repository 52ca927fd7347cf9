import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import type { OnboardingChoices } from './initial-choices.ts'
import { createOnboardingStore } from './onboarding.store.ts'

const path = 'onboarding/content-onboarding'
const choices: OnboardingChoices = {
  interface_language_code: 'fr',
  is_marketing: true,
  timezone_name: 'Europe/Paris',
  date_format_id: 'dmy',
}
const refusal = new ApiError({ status: 500, msg: 'no' })
const answers: Record<string, unknown> = {
  'GET streamers?limit=16': [
    { id: 1, display_name: 'Ana', name: 'ana', avatar_path: 'a', is_followed: true },
    { id: 2, display_name: 'Bo', name: 'bo', avatar_path: 'b', is_followed: false },
  ],
  'GET games?limit=16': [
    { id: 5, slug: 'g', name: 'Go', description: '', thumbnail_url: '/g', is_followed: false },
  ],
  'POST skip': { should_show: false },
  'POST complete': { should_show: false, gamification_info: {} },
}

type Facts = { hasChosenMarketing?: boolean; isLeaderboardNew?: boolean }

/** A server that answers at once, unless a call is to fail or to wait. */
function start({ hasChosenMarketing = false, isLeaderboardNew = false }: Facts = {}) {
  const failing = new Map<string, unknown>()
  const waiting = new Map<string, Promise<void>>()
  const sent: string[] = []
  async function answer(method: string, name: string, body?: { followed?: boolean }) {
    const call = `${method} ${name.replace(`${path}/`, '')}`
    sent.push(call)
    await waiting.get(call)
    if (failing.has(call)) throw failing.get(call)
    if (call.endsWith('toggle_follow')) return { followed: body?.followed, followers: 1 }
    return call === 'PUT users/me/settings' ? { ...body } : answers[call]
  }
  const on = {
    onSaved: vi.fn(async (_settings: SettingsView) => undefined),
    onSaveFailed: vi.fn(),
    onFollow: vi.fn(),
    onEnd: vi.fn(),
  }
  const put = vi.fn((name: string, body: object) => answer('PUT', name, body))
  const api = {
    get: (name: string) => answer('GET', name),
    post: (name: string) => answer('POST', name),
    put,
  }
  const facts = { choices, hasChosenMarketing, isLeaderboardNew }
  const store = createOnboardingStore({ api: fakeApi(api), ...facts, ...on })
  /** Holds a call until what this answers is called. */
  function hold(call: string): () => void {
    let release = () => undefined as void
    waiting.set(call, new Promise((resolve) => (release = resolve)))
    return () => release()
  }
  return { store, sent, failing, hold, put, ...on }
}

async function startAt(step: 1 | 2) {
  const all = start({ hasChosenMarketing: true })
  await all.store.open()
  if (step === 2) await all.store.next()
  return all
}

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => vi.restoreAllMocks())

describe('opening', () => {
  test('starts at step 0 with nothing loaded, selected or wrong', async () => {
    const { store, sent } = start()
    expect(store.$state.get().isOpen).toBe(false)
    await store.open()
    expect(store.$state.get()).toEqual({
      isOpen: true,
      step: 0,
      isLoading: false,
      error: undefined,
      popularStreamers: [],
      popularGames: [],
      selectedStreamers: [],
      selectedGames: [],
      isCompleted: false,
    })
    expect(sent).toEqual([])
  })

  test('starts at step 1, with its streamers, once the marketing flag is set', async () => {
    const { store, sent } = await startAt(1)
    expect(store.$state.get().step).toBe(1)
    expect(sent).toEqual(['GET streamers?limit=16'])
  })

  test('starts at the step that was asked for', async () => {
    const { store } = start()
    await store.open(1)
    expect(store.$state.get().step).toBe(1)
  })

  test('twice is once', async () => {
    const { store } = await startAt(2)
    await store.open()
    expect(store.$state.get().step).toBe(2)
  })
})

describe('the steps', () => {
  test('go forward while below 2 and back while above 0', async () => {
    const { store } = start()
    await store.open()
    const seen: number[] = []
    for (const go of [store.back, store.next, store.next, store.next]) {
      await go()
      seen.push(store.$state.get().step)
    }
    for (let times = 0; times < 3; times += 1) {
      await store.back()
      seen.push(store.$state.get().step)
    }
    expect(seen).toEqual([0, 1, 2, 2, 1, 0, 0])
  })

  test('can be jumped to from 0 to 2 alone', async () => {
    const { store } = start()
    await store.open()
    await store.goTo(2)
    expect(store.$state.get().step).toBe(2)
    for (const step of [-1, 3, 1.5, Number.NaN]) await store.goTo(step)
    expect(store.$state.get().step).toBe(2)
  })

  test('clear the error at each change', async () => {
    const { store, failing } = start({ hasChosenMarketing: true })
    failing.set('GET streamers?limit=16', refusal)
    await store.open()
    expect(store.$state.get().error).toBe('streamers')
    await store.next()
    expect(store.$state.get().error).toBeUndefined()
  })
})

describe('from step 0 to 1', () => {
  test('the settings are saved, fetched again, and only then the step advances', async () => {
    const { store, put, onSaved, sent } = start()
    await store.open()
    store.$choices.setKey('interface_language_code', 'es')
    onSaved.mockImplementation(async () => {
      expect(store.$state.get()).toMatchObject({ step: 0, isLoading: true })
      return undefined
    })
    await store.next()
    expect(put).toHaveBeenCalledExactlyOnceWith('users/me/settings', {
      interface_language_code: 'es',
      is_marketing: true,
      timezone_name: 'Europe/Paris',
      date_format_id: 'dmy',
      date_format: '%d/%m/%Y %H:%M',
    })
    expect(onSaved).toHaveBeenCalledOnce()
    expect(sent).toEqual(['PUT users/me/settings', 'GET streamers?limit=16'])
    expect(store.$state.get()).toMatchObject({ step: 1, isLoading: false })
  })

  test('a failed save keeps step 0 and what was chosen', async () => {
    const { store, failing, onSaved, onSaveFailed } = start()
    failing.set('PUT users/me/settings', refusal)
    await store.open()
    store.$choices.setKey('timezone_name', 'Atlantis')
    await store.next()
    expect(store.$state.get()).toMatchObject({ step: 0, error: 'unexpected', isLoading: false })
    expect(onSaved).not.toHaveBeenCalled()
    expect(onSaveFailed).toHaveBeenCalledExactlyOnceWith(refusal)
    expect(store.$choices.get().timezone_name).toBe('Atlantis')
    failing.clear()
    await store.next()
    expect(store.$state.get().step).toBe(1)
  })

  test('a second press while saving saves once', async () => {
    const { store, hold, sent } = start()
    await store.open()
    const release = hold('PUT users/me/settings')
    const presses = [store.next(), store.next()]
    release()
    await Promise.all(presses)
    expect(sent.filter((call) => call.startsWith('PUT'))).toHaveLength(1)
    expect(store.$state.get().step).toBe(1)
  })
})

describe('the lists', () => {
  test('are loaded on entering a step that has none, and not again', async () => {
    const { store, sent } = await startAt(2)
    await store.back()
    await store.next()
    expect(sent).toEqual(['GET streamers?limit=16', 'GET games?limit=16'])
    expect(store.$state.get().popularGames).toHaveLength(1)
  })

  test.each(['streamers', 'games'] as const)(
    'of %s that fail are said and tried again',
    async (name) => {
      const { store, failing } = start()
      failing.set(`GET ${name}?limit=16`, refusal)
      await store.open()
      await store.goTo(name === 'games' ? 2 : 1)
      expect(store.$state.get()).toMatchObject({ error: name, isLoading: false })
      failing.clear()
      await store.load(name)
      expect(store.$state.get().error).toBeUndefined()
      expect(
        store.$state.get().popularStreamers.length + store.$state.get().popularGames.length,
      ).toBeGreaterThan(0)
    },
  )

  test('that are no list are an unexpected error', async () => {
    const { store, failing } = start()
    failing.set('GET streamers?limit=16', new SyntaxError('not JSON'))
    await store.open()
    await store.goTo(1)
    expect(store.$state.get().error).toBe('unexpected')
  })

  test('come with what is already followed selected', async () => {
    const { store } = await startAt(1)
    expect(store.$state.get().selectedStreamers).toEqual([1])
  })
})

describe('a card', () => {
  test('is selected only once the follow succeeds', async () => {
    const { store, hold, put, onFollow } = await startAt(1)
    const release = hold('PUT streamers/2/toggle_follow')
    const toggling = store.toggle('streamers', 2)
    expect([...store.$pending.get().keys()]).toEqual(['streamer-2'])
    expect(store.$state.get().selectedStreamers).toEqual([1])
    release()
    await toggling
    expect(put).toHaveBeenCalledWith('streamers/2/toggle_follow', { followed: true })
    expect(store.$state.get().selectedStreamers).toEqual([1, 2])
    expect([...store.$pending.get().keys()]).toEqual([])
    expect(onFollow).toHaveBeenCalledExactlyOnceWith('streamer-2', { followed: true, followers: 1 })
  })

  test('that is selected is unfollowed and leaves the selection', async () => {
    const { store, put } = await startAt(2)
    await store.toggle('games', 5)
    await store.toggle('games', 5)
    expect(put).toHaveBeenLastCalledWith('games/5/toggle_follow', { followed: false })
    expect(store.$state.get().selectedGames).toEqual([])
  })

  test('whose call fails stays as it was, and that is logged only', async () => {
    const { store, failing, onFollow } = await startAt(1)
    failing.set('PUT streamers/1/toggle_follow', refusal)
    failing.set('PUT streamers/2/toggle_follow', refusal)
    await store.toggle('streamers', 1)
    await store.toggle('streamers', 2)
    expect(store.$state.get()).toMatchObject({ selectedStreamers: [1], error: undefined })
    expect(onFollow).not.toHaveBeenCalled()
    expect(console.error).toHaveBeenCalledTimes(2)
  })

  test('pressed twice is sent once', async () => {
    const { store, sent } = await startAt(1)
    await Promise.all([store.toggle('streamers', 2), store.toggle('streamers', 2)])
    expect(sent.filter((call) => call.startsWith('PUT'))).toHaveLength(1)
  })

  test('keeps its selection over Back and Continue', async () => {
    const { store } = await startAt(1)
    await store.toggle('streamers', 2)
    await store.next()
    await store.back()
    expect(store.$state.get().selectedStreamers.toSorted()).toEqual([1, 2])
  })
})

describe('whom an import followed', () => {
  const cy = { id: 9, display_name: 'Cy', name: 'cy', avatar_path: 'c' }
  const bo = { id: 2, display_name: 'Bo', name: 'bo', avatar_path: 'b' }

  test('has a card, before those suggested, and is selected beside the others', async () => {
    const { store, sent } = start({ hasChosenMarketing: true })
    await store.open()
    const calls = sent.length
    store.addFollowed([cy, bo])
    const { popularStreamers, selectedStreamers } = store.$state.get()
    expect(popularStreamers.map(({ id }) => id)).toEqual([9, 1, 2])
    expect([selectedStreamers, sent.length]).toEqual([[1, 9, 2], calls])
  })

  test('stays selected over the steps, whatever is loading, and can be taken back', async () => {
    const { store, hold } = start({ hasChosenMarketing: true })
    await store.open()
    const release = hold('GET games?limit=16')
    const onward = store.next()
    store.addFollowed([cy])
    release()
    await onward
    await store.back()
    expect(store.$state.get().selectedStreamers).toEqual([1, 9])
    await store.toggle('streamers', 9)
    expect(store.$state.get().selectedStreamers).toEqual([1])
  })
})

describe('closing', () => {
  test('resets selections and errors and returns to step 0', async () => {
    const { store, onEnd } = await startAt(2)
    await store.toggle('games', 5)
    await store.close()
    expect(store.$state.get()).toMatchObject({
      isOpen: false,
      step: 0,
      error: undefined,
      selectedStreamers: [],
      selectedGames: [],
      isCompleted: false,
    })
    expect(onEnd).toHaveBeenCalledExactlyOnceWith('closed', undefined)
  })

  test('is not possible while a call is loading', async () => {
    const { store, hold, onEnd, sent } = await startAt(1)
    const release = hold('GET games?limit=16')
    const loading = store.next()
    await store.close()
    await store.skip()
    expect(store.$state.get()).toMatchObject({ isOpen: true, isLoading: true, step: 2 })
    expect([onEnd.mock.calls.length, sent.includes('POST skip')]).toEqual([0, false])
    release()
    await loading
    await store.close()
    expect(onEnd).toHaveBeenCalledOnce()
  })

  test('waits for a follow that is on its way', async () => {
    const { store, hold } = await startAt(1)
    const release = hold('PUT streamers/2/toggle_follow')
    const toggling = store.toggle('streamers', 2)
    const closing = store.close()
    expect(store.$state.get()).toMatchObject({ isOpen: true, isLoading: true })
    release()
    await Promise.all([toggling, closing])
    expect(store.$state.get().isOpen).toBe(false)
  })

  test('and opening again selects what the server says is followed meanwhile', async () => {
    const { store, sent } = await startAt(1)
    await store.toggle('streamers', 2)
    await store.close()
    await store.open()
    expect(sent.filter((call) => call === 'GET streamers?limit=16')).toHaveLength(2)
    expect(store.$state.get().selectedStreamers).toEqual([1])
  })
})

describe('Skip', () => {
  test('on step 0 only closes', async () => {
    const { store, sent, onEnd } = start()
    await store.open()
    await store.skip()
    expect(sent).toEqual([])
    expect(onEnd).toHaveBeenCalledExactlyOnceWith('closed', undefined)
  })

  test.each([1, 2] as const)(
    'on step %i calls the endpoint and closes on success',
    async (step) => {
      const { store, sent, onEnd } = await startAt(step)
      await Promise.all([store.skip(), store.skip()])
      expect(sent.filter((call) => call === 'POST skip')).toHaveLength(1)
      expect(onEnd).toHaveBeenCalledExactlyOnceWith('skipped', undefined)
    },
  )

  test('that fails is said and leaves the modal open', async () => {
    const { store, failing, onEnd } = await startAt(1)
    failing.set('POST skip', refusal)
    await store.skip()
    expect(store.$state.get()).toMatchObject({ isOpen: true, step: 1, error: 'skip' })
    expect(onEnd).not.toHaveBeenCalled()
  })
})

describe('Finish', () => {
  test('sets completed and closes', async () => {
    const { store, onEnd } = await startAt(2)
    await Promise.all([store.finish(), store.finish()])
    expect(store.$state.get()).toMatchObject({ isCompleted: true, isOpen: false, step: 0 })
    expect(onEnd).toHaveBeenCalledExactlyOnceWith('completed', answers['POST complete'])
  })

  test.each([true, false])('sends whether a newcomer is listed: %s', async (isListed) => {
    const { store, put, sent } = start({ hasChosenMarketing: true, isLeaderboardNew: true })
    await store.open()
    await store.next()
    expect(store.$isListed.get()).toBe(true)
    store.$isListed.set(isListed)
    await store.finish()
    const body = { is_on_leaderboard: isListed }
    expect(put).toHaveBeenLastCalledWith('users/me/settings', body)
    expect(sent.slice(-2)).toEqual(['PUT users/me/settings', 'POST complete'])
  })

  test('is for step 2 alone', async () => {
    const { store, sent } = await startAt(1)
    await store.finish()
    expect(sent).not.toContain('POST complete')
  })

  test('that fails is said, and can be tried again', async () => {
    const { store, failing, onEnd } = await startAt(2)
    failing.set('POST complete', refusal)
    await store.finish()
    expect(store.$state.get()).toMatchObject({ isOpen: true, step: 2, error: 'complete' })
    failing.clear()
    await store.finish()
    expect(onEnd).toHaveBeenCalledOnce()
  })
})
