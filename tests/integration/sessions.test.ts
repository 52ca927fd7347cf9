import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TokensView } from '#worker/features/accounts/contract.ts'
import { join } from '#tests/people.ts'
import { startTestWorker, type TestWorker } from '#tests/worker.ts'

let worker: TestWorker
beforeAll(async () => {
  worker = await startTestWorker()
})
afterAll(() => worker.close())

test('a page whose reader’s access token has expired hands on a fresh pair of cookies', async () => {
  const person = await join(worker)
  const tokens = await worker.call<TokensView>('POST', 'auth/login', {
    body: new URLSearchParams({ username: person.username, password: person.password }),
  })
  const later = Date.now() + 20 * 60_000
  const visit = (cookies: string, path: string) =>
    worker.fetch(path, { headers: { Cookie: cookies, 'X-Test-Now': String(later) } })
  const { access_token, refresh_token } = tokens.body
  const page = await visit(
    `access_token=${access_token}; refresh_token=${refresh_token}`,
    '/fr/profile',
  )
  const fresh = page.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  expect(page.status).toBe(200)
  expect(fresh.map((cookie) => cookie.split('=')[0]).toSorted()).toEqual([
    'access_token',
    'refresh_token',
  ])
  expect(fresh).not.toContain(`refresh_token=${refresh_token}`)
  const again = await visit(fresh.join('; '), '/fr/profile')
  expect([again.status, again.headers.getSetCookie()]).toEqual([200, []])
  const denied = await visit(
    `access_token=expired; ${fresh.find((cookie) => cookie.startsWith('refresh')) ?? ''}`,
    '/admin/panel',
  )
  expect([denied.status, denied.headers.get('Location')]).toEqual([302, '/unauthorized'])
  expect(denied.headers.getSetCookie()).toHaveLength(2)
})

test.each(['auth/login', 'auth/refresh_access_token?refresh_token=x', 'auth/logout'])(
  'a foreign page cannot set or clear cookies through %s',
  async (path) => {
    const answer = await worker.call('POST', path, {
      body: new URLSearchParams({ username: 'admin', password: 'whatever' }),
      headers: { Origin: 'https://evil.example' },
    })
    expect([answer.status, answer.body.code]).toEqual([403, 'foreign_origin'])
    expect(answer.headers.getSetCookie()).toEqual([])
  },
)

test('logging out with the access token alone ends the session too', async () => {
  const person = await join(worker)
  expect((await worker.call('POST', 'auth/logout', { token: person.token })).status).toBe(204)
  const after = await worker.call('GET', 'users/me/settings', { token: person.token })
  expect([after.status, after.body.code]).toEqual([401, 'session_ended'])
})
