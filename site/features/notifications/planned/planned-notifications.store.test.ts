import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createPlannedNotificationsStore } from './planned-notifications.store.ts'

function start(answer: () => Promise<unknown>) {
  const get = vi.fn(answer)
  const put = vi.fn(async () => ({}))
  const showError = vi.fn()
  const dependencies = { api: fakeApi({ get, put }), showError }
  return { ...createPlannedNotificationsStore(dependencies, 7), get, put, showError }
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

test('a choice shows at once, then the plan that follows; a refusal is said and taken back', async () => {
  const { $planned, load, setMarks, get, put, showError } = start(async () => ({ own_marks: [] }))
  await load()
  get.mockResolvedValueOnce({ own_marks: ['10min'], notices: ['10min'] })
  const chosen = setMarks(['10min'])
  expect($planned.get().hyped).toEqual({ own_marks: ['10min'] })
  await chosen
  expect($planned.get().hyped).toMatchObject({ notices: ['10min'] })
  expect(put).toHaveBeenCalledWith('users/me/hyped_events/7/own_marks', { marks: ['10min'] })
  put.mockRejectedValueOnce(new ApiError({ status: 409, msg: 'Needs push' }))
  await setMarks(['15min'])
  expect(showError).toHaveBeenCalledExactlyOnceWith('Needs push')
  expect($planned.get().hyped).toEqual({ own_marks: [] })
})
