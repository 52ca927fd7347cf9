import { describe, expect, test, vi } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'
import { createReloadGuard, isChunkFailure } from './reload-guard.store.ts'

function guard() {
  let time = 1_000_000
  let reloads = 0
  const recover = createReloadGuard({
    storage: createFakeStorage(),
    now: () => time,
    reload: () => void (reloads += 1),
  })
  return { recover, pass: (ms: number) => void (time += ms), reloads: () => reloads }
}

describe('a script that could not be had', () => {
  test('reloads the page', () => {
    const { recover, reloads } = guard()
    expect(recover('/events')).toBe(true)
    expect(reloads()).toBe(1)
  })

  test('does not reload the same page again within ten seconds', () => {
    const { recover, reloads, pass } = guard()
    recover('/events')
    pass(9_999)
    expect(recover('/events')).toBe(false)
    expect(reloads()).toBe(1)
    pass(1)
    expect(recover('/events')).toBe(true)
    expect(reloads()).toBe(2)
  })

  test('reloads another page meanwhile', () => {
    const { recover, reloads } = guard()
    recover('/events')
    expect(recover('/games')).toBe(true)
    expect(reloads()).toBe(2)
  })

  test.each([
    'Failed to fetch dynamically imported module: https://hypecal.example/_astro/mount.js',
    'error loading dynamically imported module: https://hypecal.example/_astro/mount.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /_astro/mount.css',
  ])('is known by “%s”', (message) => {
    expect(isChunkFailure(new TypeError(message))).toBe(true)
  })

  test('is not any failure', () => {
    expect(isChunkFailure(new TypeError('Failed to fetch'))).toBe(false)
    expect(isChunkFailure(undefined)).toBe(false)
  })
})

test('where nothing is kept, nothing is reloaded: it would never end', () => {
  const reload = vi.fn()
  const refuse = () => {
    throw new Error('refused')
  }
  for (const storage of [
    { getItem: refuse, setItem: refuse },
    { getItem: () => null, setItem: refuse },
  ]) {
    expect(createReloadGuard({ storage, now: () => 0, reload })('/events')).toBe(false)
  }
  expect(reload).not.toHaveBeenCalled()
})
