import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createStartApi } from './start.ts'

function open() {
  const page = { session: '70', now: 0 }
  const get = vi.fn(async (path: string): Promise<unknown> => {
    if (path !== 'users/me/start') return path
    return { settings: 'settings', relations: 'relations', notifications: 'notifications' }
  })
  const { startApi, discardFromStart } = createStartApi({
    api: fakeApi({ get }),
    readSession: () => page.session,
    now: () => page.now,
  })
  const calls = () => get.mock.calls.splice(0).map(([path]) => path)
  return { page, get, calls, startApi, discardFromStart }
}

test('stores that ask at the start share one call, and each asks by itself from then on', async () => {
  const { startApi, calls } = open()
  const asked = [
    startApi.get('users/me/settings'),
    startApi.get('users/me/relations'),
    startApi.get('users/me/notifications', { query: { limit: 1 } }),
  ]
  expect(await Promise.all(asked)).toEqual(['settings', 'relations', 'notifications'])
  expect(calls()).toEqual(['users/me/start'])
  expect(await startApi.get('users/me/settings')).toBe('users/me/settings')
  await startApi.get('users/me/identities')
  expect(calls()).toEqual(['users/me/settings', 'users/me/identities'])
})

test('a part is asked for by itself once the start is old or an act came after it', async () => {
  const { page, startApi, discardFromStart, calls } = open()
  await startApi.get('users/me/settings')
  discardFromStart('users/me/relations')
  await startApi.get('users/me/relations')
  page.now = 15_001
  await startApi.get('achievements/new')
  expect(calls()).toEqual(['users/me/start', 'users/me/relations', 'achievements/new'])
})

test('another session has a start of its own', async () => {
  const { page, startApi, discardFromStart, calls } = open()
  await startApi.get('users/me/settings')
  discardFromStart('users/me/relations')
  page.session = '71'
  await Promise.all([startApi.get('users/me/relations'), startApi.get('users/me/settings')])
  expect(calls()).toEqual(['users/me/start', 'users/me/start'])
})

test('each store hears of a start that fails, and asks by itself next', async () => {
  const { startApi, get, calls } = open()
  get.mockRejectedValueOnce(new ApiError({ status: 503, msg: 'Later' }))
  const asked = [startApi.get('users/me/settings'), startApi.get('users/me/relations')]
  const outcomes = await Promise.allSettled(asked)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await startApi.get('users/me/relations')).toBe('users/me/relations')
  expect(calls()).toEqual(['users/me/start', 'users/me/relations'])
})
