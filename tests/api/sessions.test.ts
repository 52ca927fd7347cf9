import { describe, expect } from 'vitest'
import type { SessionsView, TokensView } from '#worker/features/accounts/contract.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { createMember, password, type Member } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

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
  const person = await createMemberWithPassword()
  expect((await worker.call('POST', 'auth/logout', { token: person.token })).status).toBe(204)
  const after = await worker.call('GET', 'users/me/settings', { token: person.token })
  expect([after.status, after.body.code]).toEqual([401, 'session_ended'])
})

function createMemberWithPassword() {
  return createMember(worker, { isVerified: false, hasPassword: true })
}

function logIn({ username }: Pick<Member, 'username'>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams({ username, password })
  return worker.call<TokensView>('POST', 'auth/login', { body, headers })
}

const tokenCookies = [
  'access_token',
  'refresh_token',
  'twitch_access_token',
  'twitch_refresh_token',
]

/** The cookies that an answer takes away. */
function cleared(headers: Headers): string[] {
  const gone = headers.getSetCookie().filter((cookie) => /^\w+=; Max-Age=0; Path=\//.test(cookie))
  return gone.map((cookie) => cookie.split('=')[0] ?? '').toSorted()
}

function refresh(token: string, now?: number) {
  const path = `auth/refresh_access_token?refresh_token=${token}`
  return worker.call<TokensView>('POST', path, { now })
}

async function settingsStatus(token: string): Promise<number> {
  return (await worker.call('GET', 'users/me/settings', { token })).status
}

describe('signing in', () => {
  test('never takes over a token that was planted before', async () => {
    const person = await createMemberWithPassword()
    const planted = 'A'.repeat(43)
    const { body } = await logIn(person, { Cookie: `refresh_token=${planted}; access_token=x.y.z` })
    expect(body.refresh_token).not.toBe(planted)
    expect((await refresh(planted)).status).toBe(401)
  })

  test('over a session of somebody else neither continues nor keeps it [ASVS 7.2.4]', async () => {
    const attacker = await createMemberWithPassword()
    const victim = await createMemberWithPassword()
    const planted = (await logIn(attacker)).body
    const own = (await logIn(victim, { Cookie: `refresh_token=${planted.refresh_token}` })).body
    expect(await settingsStatus(own.access_token)).toBe(200)
    expect(await settingsStatus(planted.access_token)).toBe(401)
    expect((await refresh(planted.refresh_token)).status).toBe(401)
    expect((await refresh(own.refresh_token)).status).toBe(200)
  })

  test('begins a session of its own each time', async () => {
    const person = await createMemberWithPassword()
    const [one, other] = [await logIn(person), await logIn(person)]
    const sessionOf = ({ access_token }: TokensView) =>
      (
        JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString()) as {
          sid: number
        }
      ).sid
    expect(sessionOf(one.body)).not.toBe(sessionOf(other.body))
    expect(one.body.refresh_token).not.toBe(other.body.refresh_token)
    await worker.call('POST', 'auth/logout', { token: one.body.access_token })
    expect(await settingsStatus(other.body.access_token)).toBe(200)
  })
})

test.each([11_000, 20 * day])(
  'a refresh whose answer was lost is repeated %d ms later, and keeps the devices [ASVS 10.4.5] [abuse 9]',
  async (later) => {
    const now = Date.now()
    const person = await createMemberWithPassword()
    const { body } = await logIn(person)
    await worker.sql`insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth,
      created_at, last_used_at)
      select user_id, max(id), 'https://push.example/' || user_id, 'B', 'A', 0, 0 from sessions
      where user_id = ${person.userId}`
    const lost = await refresh(body.refresh_token, now)
    const again = await refresh(body.refresh_token, now + later)
    expect([again.status, again.body.refresh_token]).toEqual([200, lost.body.refresh_token])
    expect((await refresh(again.body.refresh_token, now + later)).status).toBe(200)
    expect(
      await worker.sql`select 1 from push_subscriptions where user_id = ${person.userId}`,
    ).toHaveLength(1)
  },
)

describe('a stolen refresh token', () => {
  test('that was used by the thief first ends the session when its owner comes [ASVS 10.4.5] [abuse 9]', async () => {
    const now = Date.now()
    const { body: stolen } = await logIn(await createMemberWithPassword())
    const thief = await refresh(stolen.refresh_token, now)
    const further = await refresh(thief.body.refresh_token, now + 60_000)
    expect(further.status).toBe(200)
    expect((await refresh(stolen.refresh_token, now + 120_000)).status).toBe(401)
    expect((await refresh(further.body.refresh_token, now + 121_000)).status).toBe(401)
    expect(await settingsStatus(further.body.access_token)).toBe(401)
  })

  test('in two tabs at once is no theft: both go on', async () => {
    const now = Date.now()
    const { body } = await logIn(await createMemberWithPassword())
    const tabs = await Promise.all([1, 2, 3, 4].map(() => refresh(body.refresh_token, now)))
    expect(new Set(tabs.map(({ body }) => body.refresh_token)).size).toBe(1)
    for (const tab of tabs) expect(await settingsStatus(tab.body.access_token)).toBe(200)
    const later = await refresh(tabs[0]!.body.refresh_token, now + 900_000)
    expect(later.status).toBe(200)
  })
})

test('a foreign page cannot rotate, end or read a session by its cookie [ASVS 3.5.1, 3.5.2]', async () => {
  const { body } = await logIn(await createMemberWithPassword())
  const Cookie = `refresh_token=${body.refresh_token}; access_token=${body.access_token}`
  const origins = ['https://evil.example', 'null', `${worker.origin}.evil.example`]
  const foreign = [
    ...origins.map((Origin) => ({ Origin })),
    // The browser names no origin.
    { 'Sec-Fetch-Site': 'cross-site' },
  ]
  for (const headers of foreign) {
    for (const path of ['auth/refresh_access_token', 'auth/logout']) {
      const answer = await worker.call('POST', path, { headers: { Cookie, ...headers } })
      expect([answer.status, answer.body.code]).toEqual([403, 'foreign_origin'])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  }
  for (const [method, path] of [
    ['GET', 'users/me/sessions'],
    ['DELETE', 'users/me/sessions?all=true'],
    ['PUT', 'users/me/password'],
  ] as const) {
    expect((await worker.call(method, path, { headers: { Cookie } })).status).toBe(401)
  }
  expect((await refresh(body.refresh_token)).status).toBe(200)
})

describe('a refused refresh', () => {
  function refreshBy(cookies: Record<string, string>, token?: string) {
    const path = token ? `?refresh_token=${token}` : ''
    const Cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
    const headers = { Cookie: Cookie.join('; ') }
    return worker.call<TokensView>('POST', `auth/refresh_access_token${path}`, { headers })
  }
  const bogus = { access_token: 'bad.bad.bad', refresh_token: 'bogus', twitch_access_token: 'zz' }

  test.each([
    ['a token that nobody has', bogus, undefined],
    ['no refresh token', { access_token: 'bad.bad.bad' }, undefined],
    ['nothing', {}, undefined],
    ['the cookie’s own token in the query', bogus, 'bogus'],
    ['a token of the query alone', {}, 'bogus'],
  ])('with %s clears all four cookies', async (_, cookies, token) => {
    const answer = await refreshBy(cookies, token)
    expect([answer.status, answer.body]).toMatchObject([401, { code: 'bad_refresh_token' }])
    expect(cleared(answer.headers)).toEqual(tokenCookies)
  })

  test('of an ended or expired session and of an inactive member clears them too', async () => {
    const ends = [
      'update sessions set revoked_at = 1 where user_id = ?',
      'update sessions set expires_at = 1 where user_id = ?',
      'update users set is_active = 0 where id = ?',
    ]
    for (const statement of ends) {
      const person = await createMemberWithPassword()
      const { refresh_token } = (await logIn(person)).body
      const [user] = await worker.sql<{ id: number }>`select id from users
        where username = ${person.username}`
      await query(worker, statement, user?.id ?? 0)
      const answer = await refreshBy({ ...bogus, refresh_token })
      expect([answer.status, cleared(answer.headers)], statement).toEqual([401, tokenCookies])
    }
  })

  test('leaves the cookies of another session alone', async () => {
    const { refresh_token } = (await logIn(await createMemberWithPassword())).body
    const answer = await refreshBy({ refresh_token }, 'bogus')
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []])
    expect((await refresh(refresh_token)).status).toBe(200)
  })

  test('that was under way while the browser signed in again clears nothing', async () => {
    const [person, other] = [await createMemberWithPassword(), await createMemberWithPassword()]
    for (const next of [person, other]) {
      const { refresh_token } = (await logIn(person)).body
      const { body } = await logIn(next, { Cookie: `refresh_token=${refresh_token}` })
      const late = await refreshBy({ refresh_token })
      expect([late.status, late.headers.getSetCookie()]).toEqual([401, []])
      const later = Date.now() + 11_000
      const after = await worker.call('POST', 'auth/refresh_access_token', {
        headers: { Cookie: `refresh_token=${refresh_token}` },
        now: later,
      })
      expect([after.status, cleared(after.headers)]).toEqual([401, tokenCookies])
      expect((await refresh(body.refresh_token, later)).status).toBe(200)
    }
  })

  test('of a session that ended just when another began, but not by it, clears them', async () => {
    const person = await createMemberWithPassword()
    const { refresh_token } = (await logIn(person)).body
    await logIn(person)
    await worker.sql`update sessions set revoked_at = (select max(created_at) from sessions)
      where id =
      (select session_id from refresh_tokens where hash = ${sha256(refresh_token)})`
    const late = await refreshBy({ ...bogus, refresh_token })
    expect([late.status, cleared(late.headers)]).toEqual([401, tokenCookies])
  })
})

describe('the list of sessions', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

  async function listOf(token: string) {
    return (await worker.get<SessionsView>('users/me/sessions', { token })).items
  }
  function end(token: string, which = '') {
    return worker.call('DELETE', `users/me/sessions${which}`, { token })
  }

  test('names browser and system where they are known, and marks the current one [ASVS 7.5.2]', async () => {
    const person = await createMemberWithPassword()
    const phone = await logIn(person, { 'User-Agent': iphone })
    const desk = await logIn(person, { 'User-Agent': firefox })
    const odd = await logIn(person, { 'User-Agent': 'nonsense' })
    const items = await listOf(desk.body.access_token)
    expect(items.map(({ browser, system, is_current }) => [browser, system, is_current])).toEqual([
      [null, null, false],
      ['Firefox', 'Linux', true],
      ['Safari', 'iOS', false],
      expect.anything(),
    ])
    for (const { created_at, last_used_at } of items) {
      expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      expect(last_used_at >= created_at).toBe(true)
    }
    expect(await listOf(phone.body.access_token)).toHaveLength(4)
    await worker.call('POST', 'auth/logout', { token: odd.body.access_token })
    expect(await listOf(phone.body.access_token)).toHaveLength(3)
  })

  test('ends one, and no one else’s [ASVS 8.2.2, 10.4.9]', async ({ member: stranger }) => {
    const person = await createMemberWithPassword()
    const other = await logIn(person)
    const [own] = (await listOf(other.body.access_token)).filter(({ is_current }) => is_current)
    const foreign = await end(stranger.token, `/${own?.id}`)
    expect([foreign.status, foreign.body.code]).toEqual([404, 'session_not_found'])
    expect(await settingsStatus(other.body.access_token)).toBe(200)
    const ended = await end(person.token, `/${own?.id}`)
    expect([ended.status, ended.headers.getSetCookie()]).toEqual([204, []])
    expect(await settingsStatus(other.body.access_token)).toBe(401)
    expect((await refresh(other.body.refresh_token)).status).toBe(401)
    expect((await end(person.token, `/${own?.id}`)).status).toBe(204)
    expect((await end(person.token, '/999999')).status).toBe(404)
  })

  test('ends the current one and clears its cookies', async ({ member: { token, sessionId } }) => {
    const answer = await end(token, `/${sessionId}`)
    expect(answer.headers.getSetCookie()).toHaveLength(4)
    expect(await settingsStatus(token)).toBe(401)
  })

  test('ends all others, or all [ASVS 7.4.3, 7.5.2]', async () => {
    const person = await createMemberWithPassword()
    const here = (await logIn(person)).body
    const elsewhere = (await logIn(person)).body
    const answer = await end(here.access_token)
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []])
    expect(await listOf(here.access_token)).toHaveLength(1)
    expect(await settingsStatus(elsewhere.access_token)).toBe(401)
    const all = await end(here.access_token, '?all=true')
    expect([all.status, all.headers.getSetCookie().length]).toEqual([204, 4])
    expect(await settingsStatus(here.access_token)).toBe(401)
    const open = await worker.sql`select 1 from sessions s join users u on u.id = s.user_id
      where u.username_key = ${person.username} and s.revoked_at is null`
    expect(open).toEqual([])
  })
})

test('what is over is deleted by the hourly job thirty days later [ASVS 14.2.4]', async () => {
  const member = await createMember(worker)
  const sessions = () => worker.sql`select id from sessions where user_id = ${member.userId}`
  const [kept] = await sessions()
  const ended = Date.now() - 29 * day
  const over = [
    { expires: ended, revoked: null },
    { expires: Date.now() + day, revoked: ended },
  ]
  for (const { expires, revoked } of over) {
    await worker.sql`insert into sessions (user_id, created_at, last_used_at, expires_at,
      revoked_at)
      values (${member.userId}, 0, 0, ${expires}, ${revoked})`
  }
  await worker.sql`insert into refresh_tokens (hash, session_id, created_at, rotated_at)
    select 'rotated long ago', max(id), 0, 1 from sessions where user_id = ${member.userId}`
  await worker.cron('17 * * * *', Date.now())
  expect(await sessions()).toHaveLength(3)
  expect(await worker.sql`select 1 from refresh_tokens where hash = 'rotated long ago'`).toEqual([])
  await worker.cron('17 * * * *', Date.now() + 2 * day)
  expect(await sessions()).toEqual([kept])
})

test('who signs in over a session of their own goes on being pushed to, and nobody else does', async () => {
  const [person, other] = [await createMemberWithPassword(), await createMemberWithPassword()]
  const { refresh_token } = (await logIn(person)).body
  const device = () =>
    worker.sql<{ isNewest: number }>`select p.session_id = (select max(id) from sessions
      where user_id = p.user_id) as isNewest
      from push_subscriptions p where p.endpoint = 'https://push.example/own'`
  await worker.sql`insert into push_subscriptions
    (user_id, session_id, endpoint, p256dh, auth, created_at, last_used_at)
    select user_id, max(s.id), 'https://push.example/own', 'B', 'A', 0, 0
    from sessions s join users u on u.id = s.user_id where u.username_key = ${person.username}`
  const over = (token: string) => ({ Cookie: `refresh_token=${token}` })
  const second = await logIn(person, over(refresh_token))
  expect([second.status, await device()]).toEqual([200, [{ isNewest: 1 }]])
  await logIn(other, over(second.body.refresh_token))
  expect(await device()).toEqual([])
})
