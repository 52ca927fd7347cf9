import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SearchView } from '#worker/features/search/contract.ts'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'
import { createSearchStore } from './search.store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Asked = {
  text: string
  signal: AbortSignal
  answer: (results: SearchView) => void
  fail: () => void
}

function found(name: string): SearchView {
  return { events: [], groups: [], games: [{ name }], streamers: [] } as unknown as SearchView
}

function start(kept: Record<string, string> = {}) {
  const asked: Asked[] = []
  const find = (text: string, signal: AbortSignal) =>
    new Promise<SearchView>((answer, reject) => {
      asked.push({ text, signal, answer, fail: () => reject(new Error('offline')) })
    })
  const storage = createFakeStorage(kept)
  const search = createSearchStore({ find, storage })
  return { search, asked, kept, state: () => search.$state.get() }
}

describe('searching as one types', () => {
  test('asks once, 200 ms after the last letter', () => {
    const { search, asked, state } = start()
    search.type('zev')
    vi.advanceTimersByTime(199)
    search.type('  zevent  ')
    vi.advanceTimersByTime(199)
    expect(asked).toHaveLength(0)
    expect(state()).toMatchObject({ phase: 'loading', text: 'zevent' })
    vi.advanceTimersByTime(1)
    expect(asked.map(({ text }) => text)).toEqual(['zevent'])
  })

  test('gives up the request before, whose answer comes too late to be shown', async () => {
    const { search, asked, state } = start()
    search.type('zevent')
    vi.advanceTimersByTime(200)
    search.type('zeventy')
    expect(asked[0]?.signal.aborted).toBe(true)
    vi.advanceTimersByTime(200)
    asked[1]?.answer(found('new'))
    asked[0]?.answer(found('old'))
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toEqual({ phase: 'found', text: 'zeventy', results: found('new') })
  })

  test('keeps what was found until the next answer', async () => {
    const { search, asked, state } = start()
    search.type('zevent')
    vi.advanceTimersByTime(200)
    asked[0]?.answer(found('one'))
    await vi.advanceTimersByTimeAsync(0)
    search.type('zevent 2')
    search.type('zevent 20')
    expect(state()).toEqual({ phase: 'loading', text: 'zevent 20', earlier: found('one') })
  })

  test('asks nothing for less than two letters, nor twice for the same', async () => {
    const { search, asked, state } = start()
    search.type('z')
    vi.advanceTimersByTime(1000)
    expect([state().phase, asked.length]).toEqual(['idle', 0])
    search.type('ze')
    vi.advanceTimersByTime(200)
    asked[0]?.answer(found('one'))
    await vi.advanceTimersByTimeAsync(0)
    search.type('ze ')
    vi.advanceTimersByTime(200)
    expect(asked).toHaveLength(1)
    search.type('')
    expect(state()).toEqual({ phase: 'idle' })
  })

  test('says when it failed, and tries again when asked', async () => {
    const { search, asked, state } = start()
    search.retry()
    search.type('zevent')
    vi.advanceTimersByTime(200)
    asked[0]?.fail()
    await vi.advanceTimersByTimeAsync(0)
    expect(state()).toEqual({ phase: 'failed', text: 'zevent' })
    search.retry()
    expect(state().phase).toBe('loading')
    asked[1]?.answer(found('one'))
    await vi.advanceTimersByTimeAsync(0)
    expect(state().phase).toBe('found')
  })
})

describe('recent searches', () => {
  test('are the last six, each once, the newest first, and survive the page', () => {
    const { search, kept } = start()
    for (const text of ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', ' G7  h ', 'B2'])
      search.recents.add(text)
    expect(search.recents.$texts.get()).toEqual(['B2', 'G7 h', 'f6', 'e5', 'd4', 'c3'])
    expect(start(kept).search.recents.$texts.get()).toEqual(search.recents.$texts.get())
  })

  test('can be removed one by one or all at once', () => {
    const { search, kept } = start()
    for (const text of ['one', 'two', '   ']) search.recents.add(text)
    search.recents.remove('ONE')
    expect(search.recents.$texts.get()).toEqual(['two'])
    search.recents.clear()
    expect([search.recents.$texts.get(), kept]).toEqual([[], {}])
  })

  test.each(['{', '7', '[1,null,"",{"a":1}]'])('are none when the browser kept %s', (text) => {
    expect(start({ recent_searches: text }).search.recents.$texts.get()).toEqual([])
  })
})
