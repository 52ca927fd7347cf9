import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createPlannedNotificationsStore } from './planned-notifications.store.ts'

function start(answer: () => Promise<unknown>) {
  const get = vi.fn(answer)
  return { ...createPlannedNotificationsStore(fakeApi({ get }), 7), get }
}

test('what was not hyped is no failure', async () => {
  const { $planned, load, get } = start(async () => {
    throw new ApiError({ status: 404, msg: 'Not found' })
  })
  await load()
  expect(get).toHaveBeenCalledExactlyOnceWith('users/me/hyped_events/7/reminders')
  expect($planned.get()).toEqual({ hyped: undefined, failure: '', isLoading: false })
})

test('a failure is said, and the last asked wins', async () => {
  const { $planned, load, get } = start(async () => ({ notices: [] }))
  get.mockRejectedValueOnce(new ApiError({ status: 503, msg: 'Later' }))
  await load()
  expect($planned.get().failure).toBe('Later')
  let answerLate: (answer: unknown) => void = () => undefined
  get.mockReturnValueOnce(new Promise((resolve) => (answerLate = resolve)))
  const first = load()
  await load()
  answerLate({ notices: ['old'] })
  await first
  expect($planned.get()).toEqual({ hyped: { notices: [] }, failure: '', isLoading: false })
})
