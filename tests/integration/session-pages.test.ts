import { expect } from 'vitest'
import type { TokensView } from '#worker/features/accounts/contract.ts'
import { createMember, password, type Member } from '#tests/support/factories/members.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

function logIn({ username }: Pick<Member, 'username'>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ username, password })
  return worker.call<TokensView>('POST', 'auth/login', { body, headers })
}

test('a page whose reader’s access token has expired hands on a fresh pair of cookies', async () => {
  const person = await createMember(worker, { isVerified: false, hasPassword: true })
  const tokens = await logIn(person)
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

test('a page asked for while the browser signed in again clears nothing', async () => {
  const [person, other] = [
    await createMember(worker, { hasPassword: true }),
    await createMember(worker, { hasPassword: true }),
  ]
  for (const next of [person, other]) {
    const { refresh_token } = (await logIn(person)).body
    const Cookie = `refresh_token=${refresh_token}`
    expect((await logIn(next, { Cookie })).status).toBe(200)
    const page = await worker.fetch('/profile', { headers: { Cookie } })
    expect([page.status, page.headers.getSetCookie()]).toEqual([302, []])
  }
})
