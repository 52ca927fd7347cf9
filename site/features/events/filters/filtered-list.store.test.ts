import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFilteredListStore } from './filtered-list.store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A form over a list that shows `a`, and a server whose answers a test gives. */
function createForm() {
  const asked: {
    query: string
    signal: AbortSignal
    answer: (page: string) => void
    fail: () => void
  }[] = []
  const form = { query: 'a' }
  const seen: string[] = []
  const store = createFilteredListStore<string>(
    {
      read: () => form.query,
      load: (query, signal) =>
        new Promise((resolve, reject) => {
          asked.push({ query, signal, answer: resolve, fail: () => reject(new Error('failed')) })
        }),
      show: (page, query) => seen.push(`${query}: ${page}`),
      leave: (query) => seen.push(`left for ${query}`),
      onBusy: (isBusy) => seen.push(isBusy ? 'busy' : 'idle'),
    },
    'a',
  )
  async function change(query: string, waitMs = 0): Promise<void> {
    form.query = query
    store.refresh(waitMs)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { asked, seen, change, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

test('the list of a change is asked for at once and shown when it comes', async () => {
  const { asked, seen, change, pass } = createForm()
  await change('b')
  expect(seen).toEqual(['busy'])
  asked[0]?.answer('two')
  await pass(0)
  expect(seen).toEqual(['busy', 'b: two', 'idle'])
})

test('what is typed bit by bit is asked for once that stops', async () => {
  const { asked, change, pass } = createForm()
  await change('b', 300)
  await pass(299)
  await change('bc', 300)
  await pass(299)
  expect(asked).toEqual([])
  await pass(1)
  expect(asked.map(({ query }) => query)).toEqual(['bc'])
})

test('an answer to what is no longer asked is not shown, and its request is given up', async () => {
  const { asked, seen, change, pass } = createForm()
  await change('b')
  await change('c')
  expect(asked[0]?.signal.aborted).toBe(true)
  asked[0]?.fail()
  asked[1]?.answer('three')
  await pass(0)
  expect(seen).toEqual(['busy', 'busy', 'c: three', 'idle'])
})

test('a change that is taken back asks for nothing', async () => {
  const { asked, seen, change, pass } = createForm()
  await change('b')
  await change('a')
  asked[0]?.answer('two')
  await pass(0)
  expect([seen, asked.length]).toEqual([['busy', 'idle'], 1])
})

test('what cannot be had in place is opened as a page', async () => {
  const { asked, seen, change, pass } = createForm()
  await change('b')
  asked[0]?.fail()
  await pass(0)
  expect(seen).toEqual(['busy', 'left for b'])
})
