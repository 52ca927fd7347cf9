import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventCount } from '#worker/features/events/contract.ts'
import { createEventCountStore } from './count.store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A form, and a server whose answers a test gives. */
function createForm() {
  const asked: {
    query: string
    signal: AbortSignal
    answer: (count: number) => void
    fail: () => void
  }[] = []
  const form = { query: 'a' }
  const store = createEventCountStore({
    read: () => form.query,
    count: (query, signal) =>
      new Promise<EventCount>((resolve, reject) => {
        const answer = (count: number) => resolve({ count, has_more: false })
        asked.push({ query, signal, answer, fail: () => reject(new Error('failed')) })
      }),
  })
  async function change(query: string, ms = 300): Promise<void> {
    form.query = query
    store.refresh()
    await vi.advanceTimersByTimeAsync(ms)
  }
  const shown = () => store.$count.get()?.count
  return { store, asked, change, shown, settle: () => vi.advanceTimersByTimeAsync(0) }
}

test('the form is counted once typing stops', async () => {
  const { asked, change, shown, settle } = createForm()
  await change('a', 299)
  await change('ab', 299)
  expect(asked).toEqual([])
  await change('abc')
  expect(asked.map(({ query }) => query)).toEqual(['abc'])
  asked[0]?.answer(12)
  await settle()
  expect(shown()).toBe(12)
})

test('an answer to what is no longer asked counts for nothing, and its request is given up', async () => {
  const { asked, change, shown, settle } = createForm()
  await change('first')
  await change('second')
  expect(asked[0]?.signal.aborted).toBe(true)
  asked[1]?.answer(2)
  asked[0]?.answer(1)
  await settle()
  expect(shown()).toBe(2)
})

test('no count is shown while the form asks for something else', async () => {
  const { asked, change, shown, settle } = createForm()
  await change('first')
  asked[0]?.answer(1)
  await settle()
  await change('second', 0)
  expect(shown()).toBeUndefined()
})

test('what is known is not asked again, unless that failed', async () => {
  const { asked, change, shown, settle } = createForm()
  await change('first')
  asked[0]?.fail()
  await settle()
  expect(shown()).toBeUndefined()
  await change('first')
  asked[1]?.answer(0)
  await settle()
  await change('first')
  expect([shown(), asked.length]).toEqual([0, 2])
})
