import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'

let kept: Record<string, string>
let page: EventTarget
const root = { dataset: {} as Record<string, string> }

// Imports are compiled once, which takes a busy machine seconds, and run anew in each test.
vi.setConfig({ testTimeout: 60_000 })
beforeAll(() => import('./rewards-choice.ts'), 60_000)

beforeEach(() => {
  kept = {}
  root.dataset = {}
  page = new EventTarget()
  vi.resetModules()
  vi.stubGlobal('window', { localStorage: createFakeStorage(kept) })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})

afterAll(() => {
  vi.resetConfig()
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Messages that are loaded beside a document take their language from it, in tests to come too. */
async function load() {
  vi.stubGlobal('document', undefined)
  const choice = await import('./rewards-choice.ts')
  vi.stubGlobal('document', { documentElement: root })
  return choice
}

const storageEvent = (key: string | null) => Object.assign(new Event('storage'), { key })

test('the choice is kept for the next page, and forgotten with the person', async () => {
  const { storeRewardsChoice, clearRewardsChoice, $areRewardsOn } = await load()
  expect($areRewardsOn.get()).toBe(true)
  storeRewardsChoice({ is_gamified: false })
  expect([kept, $areRewardsOn.get()]).toEqual([{ rewards: 'off' }, false])
  vi.resetModules()
  expect((await load()).$areRewardsOn.get()).toBe(false)
  clearRewardsChoice()
  expect([kept, $areRewardsOn.get()]).toEqual([{}, true])
})

test('the page is as the choice is, wherever it was made', async () => {
  const { syncRewardsChoice, storeRewardsChoice } = await load()
  syncRewardsChoice()
  expect(root.dataset).toEqual({})
  kept['rewards'] = 'off'
  page.dispatchEvent(storageEvent('theme'))
  expect(root.dataset).toEqual({})
  page.dispatchEvent(storageEvent('rewards'))
  expect(root.dataset).toEqual({ rewards: 'off' })
  delete kept['rewards']
  page.dispatchEvent(storageEvent(null))
  expect(root.dataset).toEqual({})
  storeRewardsChoice({ is_gamified: false })
  expect(root.dataset).toEqual({ rewards: 'off' })
})

test('a page that Back brings as it was left takes the choice over', async () => {
  const { syncRewardsChoice } = await load()
  syncRewardsChoice()
  kept['rewards'] = 'off'
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  expect(root.dataset).toEqual({})
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(root.dataset).toEqual({ rewards: 'off' })
})
