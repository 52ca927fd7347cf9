import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'
import { createToggleCache } from './toggle-cache.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('keeps the last answer of each, for other pages, for five minutes', () => {
  const place = createFakeStorage()
  const here = createToggleCache<number>('hype', place)
  const there = createToggleCache<number>('hype', place)
  const elsewhere = createToggleCache<number>('hype', place)
  here.tell(7, { isOn: true, count: 42 })
  here.tell(8, { isOn: true, count: 5 })
  here.tell(7, { isOn: false, count: 41 })
  expect(there.recall(7)).toEqual({ isOn: false, count: 41 })
  const receive = vi.fn()
  elsewhere.sync(receive)
  expect(receive.mock.calls).toEqual([
    [8, { isOn: true, count: 5 }],
    [7, { isOn: false, count: 41 }],
  ])
  vi.advanceTimersByTime(5 * 60_000)
  expect(there.recall(7)).toBeUndefined()
})

it('tells each answer once, and nothing that this page said or was told itself', () => {
  const place = createFakeStorage()
  const here = createToggleCache<number>('hype', place)
  const there = createToggleCache<number>('hype', place)
  here.tell(7, { isOn: true, count: 42 })
  here.tell(8, { isOn: true, count: 5 })
  there.recall(7)
  there.tell(9, { isOn: true, count: 1 })
  const receive = vi.fn()
  there.sync(receive)
  there.sync(receive)
  expect(receive.mock.calls).toEqual([[8, { isOn: true, count: 5 }]])
  vi.advanceTimersByTime(1)
  here.tell(7, { isOn: false, count: 41 })
  there.sync(receive)
  expect(receive).toHaveBeenLastCalledWith(7, { isOn: false, count: 41 })
})

it('keeps the kinds apart, and fifty of each', () => {
  const place = createFakeStorage()
  const hypes = createToggleCache<number>('hype', place)
  expect(createToggleCache<string>('follow', place).recall('game-1')).toBeUndefined()
  for (let id = 1; id <= 51; id += 1) hypes.tell(id, { isOn: true, count: id })
  expect(hypes.recall(1)).toBeUndefined()
  expect(hypes.recall(2)).toEqual({ isOn: true, count: 2 })
})

it('is empty where what is kept cannot be read', () => {
  const place = createFakeStorage()
  place.setItem('toggled hype', '{')
  expect(createToggleCache<number>('hype', place).recall(7)).toBeUndefined()
})
