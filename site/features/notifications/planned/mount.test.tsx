import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createPlannedNotificationsStore } from './planned-notifications.store.ts'
import { PlannedPanel } from './mount.tsx'

test('nobody is told that they did not hype it while that is asked again', async () => {
  const answers: ((error: Error) => void)[] = []
  const get = () => new Promise((_resolve, reject) => answers.push(reject))
  const store = createPlannedNotificationsStore(
    { api: fakeApi({ get }), showError: () => undefined },
    7,
  )
  const shown = () => renderToStaticMarkup(<PlannedPanel store={store} />)
  const unhyped = new ApiError({ status: 404, msg: 'Not found' })
  const first = store.load()
  const second = store.load()
  answers[0]!(unhyped)
  await first
  expect(shown()).toBe('<p class="skeleton" aria-hidden="true"></p>')
  answers[1]!(unhyped)
  await second
  expect(shown()).toContain('Hype this event')
})
