import { describe, expect } from 'vitest'
import { type Member, createMember, tokenOf, password } from '#tests/support/factories/members.ts'
import { logIn } from '#tests/support/factories/people.ts'
import { guardedPages } from '#tests/support/tables/site-pages.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

/** Status of the answer, or the page that it leads to. */
type Row = { guest: number | string; member: number | string; moderator: number | string }

function forMembers(path: string, status: number): Row {
  return { guest: `/login?next=${encodeURIComponent(path)}`, member: status, moderator: status }
}

function forModerators(path: string, status: number): Row {
  return { ...forMembers(path, status), member: '/unauthorized' }
}

function forAdmins(path: string): Row {
  return { ...forModerators(path, 200), moderator: '/unauthorized' }
}

const forGuests = (leadsTo: string): Row => ({ guest: 200, member: leadsTo, moderator: leadsTo })

const byRole = {
  member: (path: string) => forMembers(path, 200),
  moderator: (path: string) => forModerators(path, 200),
  admin: forAdmins,
}

const table: Record<string, Row> = {
  ...Object.fromEntries(
    guardedPages
      .map(({ path, role }) => ({ path: path.replace(/\?.*$/, ''), role }))
      .map(({ path, role }) => [path, byRole[role](path)]),
  ),
  // A member reads why there is none for them; a moderator has named no article, and chooses one.
  '/admin/articles/preview': {
    ...forMembers('/admin/articles/preview', 200),
    moderator: '/admin/articles',
  },
  '/login': forGuests('/'),
  '/login?next=%2Fevents': forGuests('/events'),
  '/login?next=%2F%2Fevil.example': forGuests('/'),
  '/signup': forGuests('/'),
  '/auth/reset-password': forGuests('/profile'),
}
let people: Record<keyof Row, Member | undefined>
test.beforeAll(async () => {
  people = {
    guest: undefined,
    member: await createMember(worker),
    moderator: await createMember(worker, { role: 'moderator' }),
  }
})

async function open(path: string, cookies: Record<string, string | undefined>) {
  const sent = Object.entries(cookies).filter(([, value]) => value)
  const response = await worker.fetch(path, {
    headers: { Cookie: sent.map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  await response.body?.cancel()
  return { status: response.status, to: response.headers.get('Location'), response }
}

describe.each(Object.entries(table))('%s', (path, row) => {
  test.each(Object.entries(row))(
    'answers %s with %s [ASVS 3.7.2, 8.3.1]',
    async (who, expected) => {
      const token = people[who as keyof Row]?.token
      const { status, to, response } = await open(path, { access_token: token })
      expect(to ?? status).toBe(expected)
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    },
  )
})

test('a guard keeps the language of the page', async () => {
  expect((await open('/es/achievements', {})).to).toBe('/es/login?next=%2Fes%2Fachievements')
  const { token } = await createMember(worker)
  expect((await open('/fr/admin/leaderboard', { access_token: token })).to).toBe('/fr/unauthorized')
  expect((await open('/fr/login', { access_token: token })).to).toBe('/fr')
})

test('an expired token is refreshed on the way out of the login page', async () => {
  const { username } = await createMember(worker, { isVerified: false, hasPassword: true })
  const login = await worker.fetch('/api/v1/auth/login', {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  })
  const { refresh_token } = (await login.json()) as { refresh_token: string }
  const { to, response } = await open('/login', { refresh_token })
  expect(to).toBe('/')
  expect(response.headers.getSetCookie().join('\n')).toMatch(/^access_token=ey/m)
})

test('whoever’s session has ended can log in again, whatever cookies are left', async () => {
  const member = await createMember(worker)
  await worker.sql`update sessions set revoked_at = 1 where id = ${member.sessionId}`
  expect((await open('/login', { access_token: member.token })).status).toBe(200)
  const old = await tokenOf(worker, member, Date.now() - 3_600_000)
  expect((await open('/login', { access_token: old, refresh_token: 'gone' })).status).toBe(200)
  expect((await open('/login', { access_token: 'nonsense' })).status).toBe(200)
})

describe('a guarded page whose reader’s session is over', () => {
  const cleared = [
    expect.stringMatching(/^access_token=; Max-Age=0/),
    expect.stringMatching(/^refresh_token=; Max-Age=0.*HttpOnly/),
    expect.stringMatching(/^twitch_access_token=; Max-Age=0.*HttpOnly/),
    expect.stringMatching(/^twitch_refresh_token=; Max-Age=0.*HttpOnly/),
  ]

  test.each([
    ['/profile', { access_token: 'nonsense' }],
    ['/profile', { access_token: 'nonsense', refresh_token: 'gone' }],
    ['/es/admin/panel', { refresh_token: 'gone' }],
    ['/profile', { twitch_access_token: 'left over' }],
  ])('%s with %j clears all cookies on the way to login', async (path, cookies) => {
    const { to, response } = await open(path, cookies)
    expect(to).toMatch(/\/login\?next=/)
    expect(response.headers.getSetCookie()).toEqual(cleared)
  })

  test('clears them where only the database knows that it is over', async ({ member }) => {
    await worker.sql`update sessions set revoked_at = 1 where id = ${member.sessionId}`
    const guarded = await open('/profile', { access_token: member.token, refresh_token: 'gone' })
    expect(guarded.to).toBe('/login?next=%2Fprofile')
    expect(guarded.response.headers.getSetCookie()).toEqual(cleared)
    const login = await open('/login', { access_token: member.token })
    expect([login.status, login.response.headers.getSetCookie()]).toEqual([200, cleared])
  })

  test('goes on where the other token is of a session that stands', async ({ member }) => {
    await worker.sql`update sessions set revoked_at = 1 where id = ${member.sessionId}`
    const { username } = await createMember(worker, { isVerified: false, hasPassword: true })
    const answer = await worker.call<{ refresh_token: string }>('POST', 'auth/login', {
      body: new URLSearchParams({ username, password }),
    })
    const { refresh_token } = answer.body
    const { to, response } = await open('/profile', { access_token: member.token, refresh_token })
    expect(to).toBe('/profile')
    expect(response.headers.getSetCookie().join('\n')).toMatch(/^access_token=ey/m)
  })

  test('sets no cookies for a guest, nor on public pages', async () => {
    for (const path of ['/profile', '/login']) {
      expect((await open(path, {})).response.headers.getSetCookie()).toEqual([])
    }
    const page = await open('/events', { access_token: 'nonsense', refresh_token: 'gone' })
    expect([page.status, page.response.headers.getSetCookie()]).toEqual([200, []])
  })
})

test('a reset link opens for those who are signed in too', async () => {
  const { username } = await createMember(worker, { isVerified: false, hasPassword: true })
  const token = await logIn(worker, username)
  expect((await open('/auth/reset-password/abc', { access_token: token })).status).toBe(200)
})
