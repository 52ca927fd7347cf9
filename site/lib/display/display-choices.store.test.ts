import { expect, test, vi } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'
import { createDisplayChoicesStore, storeDisplayChoices } from './display-choices.store.ts'
import { emptyMutedSettings } from './muting.ts'

const noMusic = { ...emptyMutedSettings, categories: ['music' as const] }

function create(kept: Record<string, string> = {}, save?: () => Promise<boolean>) {
  const storage = createFakeStorage(kept)
  const onChange = vi.fn()
  return { store: createDisplayChoicesStore({ storage, save, onChange }), storage, onChange }
}

test('a visitor has the defaults, whatever else is stored', () => {
  const { store } = create({ density: 'huge', motion: '7', muted: '{' })
  expect(store.$choices.get()).toEqual({
    density: 'comfortable',
    motion: 'system',
    muted: emptyMutedSettings,
  })
})

test('a visitor’s choices are stored and applied, and leave the storage with the default', async () => {
  const { store, storage, onChange } = create({ theme: 'dark' })
  await store.change({ density: 'compact' })
  await store.change({ motion: 'reduced' })
  await store.change({ muted: noMusic })
  expect(storage.kept).toEqual({
    theme: 'dark',
    density: 'compact',
    motion: 'reduced',
    muted: JSON.stringify(noMusic),
  })
  expect(onChange).toHaveBeenCalledTimes(3)
  await store.change({ density: 'comfortable', motion: 'system', muted: emptyMutedSettings })
  expect(storage.kept).toEqual({ theme: 'dark' })
})

test('a member’s choice is sent, and shown meanwhile', async () => {
  const save = vi.fn(() => Promise.resolve(true))
  const { store, storage } = create({}, save)
  const saving = store.change({ density: 'compact' })
  expect(storage.kept.density).toBe('compact')
  expect(await saving).toBe(true)
  expect(save).toHaveBeenCalledExactlyOnceWith({ density: 'compact' })
})

test('what the server refuses is taken back, and what it took stays', async () => {
  const answers = [true, false]
  const { store, storage, onChange } = create({}, () => Promise.resolve(answers.shift() ?? false))
  await store.change({ density: 'compact' })
  expect(await store.change({ muted: noMusic, motion: 'reduced' })).toBe(false)
  expect(storage.kept).toEqual({ density: 'compact' })
  expect(store.$choices.get().muted).toEqual(emptyMutedSettings)
  expect(onChange).toHaveBeenCalledTimes(3)
})

test('of two quick changes the refusal of the first does not take back the second', async () => {
  const answers = [false, true]
  const { store, storage } = create({}, () => Promise.resolve(answers.shift() ?? false))
  const first = store.change({ muted: noMusic })
  const second = store.change({ muted: { ...noMusic, long_events: true } })
  expect([await first, await second]).toEqual([false, true])
  expect(JSON.parse(storage.kept.muted ?? '')).toEqual({ ...noMusic, long_events: true })
})

test('what a member never chose stays as the browser has it', () => {
  const storage = createFakeStorage({ density: 'compact', motion: 'reduced' })
  storeDisplayChoices(storage, { density: null, motion: 'system', muted: null })
  expect(storage.kept).toEqual({ density: 'compact' })
})
