import { describe, expect, test, vi } from 'vitest'
import { type ApiRequestBody, urlEncodedForm } from './api-calls.ts'
import { ApiError, createApi, buildLoginHref, readCookie } from './api.ts'

const login = urlEncodedForm({ username: 'ana', password: 'secret' })
const signup = { name: 'ana', email: 'ana@example.com', password: 'secret' }

type Handler = (url: string, init: RequestInit) => Response | Promise<Response>

function json(status: number, body: unknown = {}): Response {
  return new Response(JSON.stringify(body), { status })
}

type Cookies = Record<string, string>

function dependencies(cookies: Cookies) {
  return {
    readCookie: (name: string) => cookies[name],
    language: () => 'fr',
    now: () => 1000,
    unknownError: () => 'An unknown error occurred',
    notSignedIn: () => 'Please log in',
    exclusively: <Result>(run: () => Promise<Result>) => run(),
    onRefresh: () => undefined,
    onSessionEnd: () => undefined,
    onLeave: () => undefined,
  }
}

/** One call at a time, as the browser's lock has it among tabs. */
function takeTurns() {
  let turn: Promise<unknown> = Promise.resolve()
  return <Result>(run: () => Promise<Result>): Promise<Result> => {
    const mine = turn.then(run)
    turn = mine.catch(() => undefined)
    return mine
  }
}

function start(handler: Handler) {
  const cookies: Cookies = { access_token: 'old' }
  const onRefresh = vi.fn()
  const onSessionEnd = vi.fn(() => void delete cookies.access_token)
  const onLeave = vi.fn()
  const fetch = vi.fn(async (url: string, init: RequestInit) => handler(url, init))
  const api = createApi({
    ...dependencies(cookies),
    fetch,
    onRefresh,
    onSessionEnd,
    onLeave,
  })
  const calls = (path: string) => fetch.mock.calls.filter(([url]) => url === `/api/v1/${path}`)
  return { api, fetch, cookies, onRefresh, onSessionEnd, onLeave, calls }
}

function bearer(init: RequestInit): string | undefined {
  return (init.headers as Record<string, string>).Authorization
}

/** Answers 401 to the old token and hands out a new one. */
function refreshingServer(cookies: () => Record<string, string>): Handler {
  return async (url, init) => {
    if (url.endsWith('auth/refresh_access_token')) {
      await Promise.resolve()
      cookies().access_token = 'new'
      return json(200)
    }
    return bearer(init) === 'Bearer new' ? json(200, { ok: true }) : json(401)
  }
}

test.each([
  ['has expired', 1, 0],
  ['holds for another second', 2, 6],
])('a token that %s is renewed once, before the calls of the page', async (_, exp, refused) => {
  const { api, fetch, calls, cookies } = start((url, init) =>
    refreshingServer(() => cookies)(url, init),
  )
  cookies.access_token = `h.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.s`
  const paths = Array.from({ length: 6 }, () => 'users/me/settings' as const)
  await Promise.all(paths.map((path) => api.get(path)))
  expect(calls('auth/refresh_access_token')).toHaveLength(1)
  expect(fetch).toHaveBeenCalledTimes(7 + refused)
})

describe('a call of the panel that staff have to prove', () => {
  function startPanel(isProved: boolean, code = 'passkey_required') {
    let refused = 0
    const reauthenticate = vi.fn(async () => isProved)
    const fetch = vi.fn(async () => (refused++ === 0 ? json(403, { code }) : json(200, { id: 7 })))
    const api = createApi({ ...dependencies({ access_token: 'x' }), fetch, reauthenticate })
    return { api, fetch, reauthenticate }
  }
  const params = { id: 7 }

  test('is sent again once they did', async () => {
    const { api, fetch, reauthenticate } = startPanel(true)
    expect(await api.delete('admin/games/:id', { params })).toEqual({ id: 7 })
    expect(reauthenticate.mock.calls).toEqual([['passkey_required']])
    expect(fetch).toHaveBeenCalledTimes(2)
  })

  test('fails by its own refusal where they did not', async () => {
    const { api, fetch } = startPanel(false)
    await expect(api.delete('admin/games/:id', { params })).rejects.toMatchObject({
      code: 'passkey_required',
    })
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test('asks nobody elsewhere', async () => {
    const { api, reauthenticate } = startPanel(true, 'sign_in_again')
    await expect(api.delete('users/me/avatar')).rejects.toMatchObject({ code: 'sign_in_again' })
    expect(reauthenticate).not.toHaveBeenCalled()
  })
})

describe('a call', () => {
  test('carries the token, the page language and JSON', async () => {
    const { api, fetch } = start(() => json(201, { id: 7 }))
    expect(
      await api.post('events', { body: { name: 'Gala' } as ApiRequestBody<'post', 'events'> }),
    ).toEqual({
      id: 7,
    })
    const [url, init] = fetch.mock.calls[0]!
    expect(url).toBe('/api/v1/events')
    expect(init).toMatchObject({ method: 'POST', body: '{"name":"Gala"}' })
    expect(init.headers).toMatchObject({
      Authorization: 'Bearer old',
      'Accept-Language': 'fr',
      'Content-Type': 'application/json',
    })
  })

  test('sends a form as a form', async () => {
    const { api, fetch } = start(() => json(200))
    const form = urlEncodedForm({ username: 'ana', password: 'secret' })
    await api.post('auth/login', { body: form })
    expect(fetch.mock.calls[0]![1].body).toBe(form)
    expect(fetch.mock.calls[0]![1].headers).not.toHaveProperty('Content-Type')
  })

  test('answers nothing for 204', async () => {
    const { api } = start(() => new Response(null, { status: 204 }))
    expect(await api.delete('users/me/discord_webhook')).toBeUndefined()
  })

  test('throws what the envelope says', async () => {
    const { api } = start(() => json(409, { msg: 'Taken', code: 'username_taken', details: [1] }))
    await expect(api.post('auth/signup', { body: signup })).rejects.toMatchObject({
      status: 409,
      msg: 'Taken',
      code: 'username_taken',
      details: [1],
    })
  })

  test('words an answer without an envelope, and no answer at all', async () => {
    const broken = start(() => new Response('<html>', { status: 502 }))
    await expect(broken.api.get('games')).rejects.toMatchObject({
      status: 502,
      msg: 'An unknown error occurred',
    })
    const offline = start(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(offline.api.get('games')).rejects.toMatchObject({ status: 0, code: 'network' })
  })

  test('names faulty fields only for a 422', () => {
    const details = [{ path: 'name', msg: 'Too short' }]
    expect(new ApiError({ status: 422, msg: '', details }).fieldErrors).toEqual(details)
    expect(new ApiError({ status: 409, msg: '', details }).fieldErrors).toEqual([])
  })
})

describe('an expired access token', () => {
  test('is refreshed once for concurrent calls, and each call is retried', async () => {
    const run = start((url, init) => refreshingServer(() => run.cookies)(url, init))
    const answers = await Promise.all([
      run.api.get('games'),
      run.api.get('groups'),
      run.api.get('streamers'),
    ])
    expect(answers).toEqual([{ ok: true }, { ok: true }, { ok: true }])
    expect(run.calls('auth/refresh_access_token')).toHaveLength(1)
    expect(run.calls('games')).toHaveLength(2)
    expect(run.onRefresh).toHaveBeenCalledOnce()
    expect(run.onSessionEnd).not.toHaveBeenCalled()
  })

  test('is refreshed once for all tabs, which take turns', async () => {
    const cookies: Cookies = { access_token: 'old' }
    const exclusively = takeTurns()
    const refreshes = vi.fn()
    const server = refreshingServer(() => cookies)
    const openTab = () =>
      createApi({
        ...dependencies(cookies),
        exclusively,
        fetch: async (url, init) => {
          if (url.endsWith('auth/refresh_access_token')) refreshes()
          return server(url, init)
        },
      })
    const tabs = [openTab(), openTab(), openTab()]
    const answers = await Promise.all(tabs.map((tab) => tab.get('games')))
    expect(answers).toEqual([{ ok: true }, { ok: true }, { ok: true }])
    expect(refreshes).toHaveBeenCalledOnce()
  })

  test('is not refreshed again when another tab has just done so', async () => {
    const run = start((_url, init) => {
      if (bearer(init) === 'Bearer new') return json(200, { ok: true })
      run.cookies.access_token = 'new'
      return json(401)
    })
    expect(await run.api.get('games')).toEqual({ ok: true })
    expect(run.calls('auth/refresh_access_token')).toHaveLength(0)
  })

  test('is retried only once, then the session ends', async () => {
    const run = start((url) => {
      if (url.endsWith('refresh_access_token')) run.cookies.access_token = 'new'
      return url.endsWith('refresh_access_token') ? json(200) : json(401, { msg: 'No' })
    })
    await expect(run.api.get('games')).rejects.toMatchObject({ status: 401, msg: 'No' })
    expect(run.calls('games')).toHaveLength(2)
    expect(run.onSessionEnd).toHaveBeenCalledOnce()
  })

  test('ends the session once, before the calls are refused, when the refresh is', async () => {
    const run = start(() => json(401))
    const isEndedFirst = async (path: 'games' | 'groups' | 'streamers') => {
      await expect(run.api.get(path)).rejects.toMatchObject({ status: 401 })
      return run.onSessionEnd.mock.calls.length === 1
    }
    expect(
      await Promise.all((['games', 'groups', 'streamers'] as const).map(isEndedFirst)),
    ).toEqual([true, true, true])
    expect(run.calls('games')).toHaveLength(1)
    expect(run.calls('auth/refresh_access_token')).toHaveLength(1)
    expect(run.onRefresh).not.toHaveBeenCalled()
  })

  test('that cannot be renewed ends the session on the server too, before the page is left', async () => {
    const order: string[] = []
    const run = start((url, { keepalive }) => {
      if (!url.endsWith('auth/logout')) return json(401)
      order.push(keepalive ? 'logout, kept alive' : 'logout')
      return json(204)
    })
    run.onSessionEnd.mockImplementation(() => void order.push('cleared'))
    run.onLeave.mockImplementation(() => void order.push('left'))
    await expect(run.api.get('games')).rejects.toMatchObject({ status: 401 })
    expect(order).toEqual(['cleared', 'logout, kept alive', 'left'])
    expect(bearer(run.calls('auth/logout')[0]![1])).toBe('Bearer old')
  })

  test('that cannot be renewed leaves for login even where the server hears no logout', async () => {
    vi.useFakeTimers()
    const run = start((url) =>
      url.endsWith('auth/logout') ? new Promise<Response>(() => undefined) : json(401),
    )
    const refused = expect(run.api.get('games')).rejects.toMatchObject({ status: 401 })
    await vi.advanceTimersByTimeAsync(1999)
    expect(run.onLeave).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await refused
    expect(run.onLeave).toHaveBeenCalledOnce()
    vi.useRealTimers()
  })

  test.each([429, 500, 502, 503, 403, 404])(
    'keeps the session when its refresh answers %i',
    async (status) => {
      const run = start((url) => json(url.endsWith('refresh_access_token') ? status : 401))
      await expect(run.api.get('games')).rejects.toMatchObject({ status: 503 })
      expect(run.onSessionEnd).not.toHaveBeenCalled()
      expect(run.cookies.access_token).toBe('old')
    },
  )

  test('keeps the session when the refresh meets no network', async () => {
    const run = start((url) =>
      url.endsWith('refresh_access_token') ? Promise.reject(new TypeError('offline')) : json(401),
    )
    await expect(run.api.get('games')).rejects.toMatchObject({ status: 0, code: 'network' })
    expect(run.onSessionEnd).not.toHaveBeenCalled()
    expect(run.calls('auth/logout')).toHaveLength(0)
  })

  test('keeps the session that another tab opened while the refresh was refused', async () => {
    const run = start((url, init) => {
      if (url.endsWith('refresh_access_token')) {
        run.cookies.access_token = 'new'
        return json(401)
      }
      return bearer(init) === 'Bearer new' ? json(200, { ok: true }) : json(401)
    })
    expect(await run.api.get('games')).toEqual({ ok: true })
    expect(run.onSessionEnd).not.toHaveBeenCalled()
  })

  test('asks for no refresh once another tab has logged out', async () => {
    const run = start(() => {
      delete run.cookies.access_token
      return json(401)
    })
    await expect(run.api.get('games')).rejects.toMatchObject({ status: 401 })
    expect(run.calls('auth/refresh_access_token')).toHaveLength(0)
    expect(run.onLeave).toHaveBeenCalledOnce()
  })

  test('does not end the session when the retried call finds the password wrong', async () => {
    const run = start((url, init) => {
      if (url.endsWith('refresh_access_token')) run.cookies.access_token = 'new'
      if (bearer(init) === 'Bearer new') return json(401, { code: 'bad_credentials' })
      return json(url.endsWith('refresh_access_token') ? 200 : 401)
    })
    await expect(run.api.post('auth/confirm', { body: { password: 'x' } })).rejects.toMatchObject({
      code: 'bad_credentials',
    })
    expect(run.onSessionEnd).not.toHaveBeenCalled()
  })

  test('is not what a wrong password means', async () => {
    const run = start(() => json(401, { msg: 'Wrong', code: 'bad_credentials' }))
    const calls = {
      'auth/login': () => run.api.post('auth/login', { body: login }),
      'users/me/password': () => run.api.put('users/me/password', { body: { password: 'x' } }),
    }
    for (const [path, call] of Object.entries(calls)) {
      await expect(call()).rejects.toMatchObject({ code: 'bad_credentials' })
      expect(run.calls(path)).toHaveLength(1)
    }
    expect(run.fetch).toHaveBeenCalledTimes(2)
    expect(run.onSessionEnd).not.toHaveBeenCalled()
  })
})

describe('without an access token', () => {
  test('a personal call is not sent: what is left of the session goes, then the page', async () => {
    const run = start(() => json(200))
    delete run.cookies.access_token
    await expect(run.api.get('users/me/settings')).rejects.toMatchObject({
      status: 401,
      code: 'unauthenticated',
      msg: 'Please log in',
    })
    expect(run.fetch.mock.calls.map(([url]) => url)).toEqual(['/api/v1/auth/logout'])
    expect(run.onSessionEnd).toHaveBeenCalledOnce()
    expect(run.onLeave).toHaveBeenCalledOnce()
  })

  test('a public call goes out, and its 401 ends nothing', async () => {
    const run = start(() => json(401, { msg: 'No' }))
    delete run.cookies.access_token
    await expect(run.api.get('events')).rejects.toMatchObject({ status: 401, msg: 'No' })
    expect(run.fetch).toHaveBeenCalledOnce()
    expect(run.onLeave).not.toHaveBeenCalled()
  })
})

test('a login waits for a refresh that is under way, so that its refusal clears no new cookies', async () => {
  const order: string[] = []
  const refreshed = Promise.withResolvers<Response>()
  const api = createApi({
    ...dependencies({ access_token: 'old' }),
    exclusively: takeTurns(),
    fetch: async (url) => {
      order.push(url.slice('/api/v1/'.length))
      return url.endsWith('refresh_access_token')
        ? refreshed.promise
        : json(url.endsWith('/games') ? 401 : 200)
    },
  })
  const refused = expect(api.get('games')).rejects.toMatchObject({ status: 401 })
  await vi.waitFor(() => expect(order).toContain('auth/refresh_access_token'))
  const loggedIn = api.post('auth/login', { body: login })
  refreshed.resolve(json(401))
  await Promise.all([refused, loggedIn])
  expect(order).toEqual(['games', 'auth/refresh_access_token', 'auth/logout', 'auth/login'])
})

test('a cookie is read by its whole name', () => {
  expect(readCookie('access_token', 'twitch_access_token=a; access_token=b%3D')).toBe('b=')
  expect(readCookie('access_token', 'twitch_access_token=a; access_token=')).toBeUndefined()
  expect(readCookie('access_token', '')).toBeUndefined()
})

test('login comes back to the page it left, in its language', () => {
  expect(buildLoginHref({ pathname: '/es/profile', search: '?a=1' })).toBe(
    '/es/login?next=%2Fes%2Fprofile%3Fa%3D1',
  )
  expect(buildLoginHref({ pathname: '/espana', search: '' })).toBe('/login?next=%2Fespana')
})
