import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, type Api } from '#site/lib/api.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createSessionStore } from './session.store.ts'

const settings = { timezone_name: 'Europe/Madrid', date_format_id: 'dmy' } as SettingsView
const token = `h.${Buffer.from('{"scopes":["user","moderator"]}').toString('base64url')}.s`

function start(signedIn = false) {
  let cookie: string | undefined = signedIn ? token : undefined
  const get = vi.fn(async (_path: string): Promise<unknown> => settings)
  const gamification = { loadStats: vi.fn(async () => undefined), clear: vi.fn() }
  const post = vi.fn(async (_path: string, _body?: unknown): Promise<unknown> => ({}))
  const onSettings = vi.fn()
  const onScopes = vi.fn()
  const onLeave = vi.fn()
  const session = createSessionStore({
    api: fakeApi({ get, post }),
    gamification,
    readToken: () => cookie,
    forgetToken: () => (cookie = undefined),
    onSettings,
    onScopes,
    onLeave,
  })
  const setCookie = (value = token) => (cookie = value)
  const hasCookie = () => cookie !== undefined
  return { session, get, post, gamification, onSettings, onScopes, onLeave, setCookie, hasCookie }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('login', () => {
  test('waits for the cookie by 50 ms polls, then fetches settings and stats', async () => {
    const { session, get, post, gamification, onSettings, setCookie } = start()
    const done = session.login('ana', 'secret pass')
    await vi.advanceTimersByTimeAsync(149)
    expect(get).not.toHaveBeenCalled()
    setCookie()
    await vi.advanceTimersByTimeAsync(1)
    await done
    expect(String(post.mock.calls[0]![1])).toBe('username=ana&password=secret+pass')
    expect(session.$isSignedIn.get()).toBe(true)
    expect(session.$scopes.get()).toEqual(['user', 'moderator'])
    expect(session.$settings.get()).toBe(settings)
    expect(onSettings).toHaveBeenCalledWith(settings)
    expect(gamification.loadStats).toHaveBeenCalledOnce()
  })

  test('stands even when settings cannot be read yet', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValueOnce()
    const { session, get, setCookie } = start()
    get.mockRejectedValue(new ApiError({ status: 503, msg: 'Later' }))
    setCookie()
    await session.login('ana', 'secret pass')
    expect(session.$isSignedIn.get()).toBe(true)
    expect(log).toHaveBeenCalledExactlyOnceWith('Failed to fetch user settings', expect.any(Error))
    log.mockRestore()
  })

  test('gives up when no cookie ever comes', async () => {
    const { session } = start()
    const failure = expect(session.login('ana', 'x')).rejects.toThrow('cookie')
    await vi.advanceTimersByTimeAsync(10_000)
    await failure
    expect(session.$isSignedIn.get()).toBe(false)
  })

  test('that is refused leaves everything as it was', async () => {
    const { session, post, get } = start()
    post.mockRejectedValue(new ApiError({ status: 401, msg: 'Wrong' }))
    await expect(session.login('ana', 'x')).rejects.toMatchObject({ msg: 'Wrong' })
    expect(session.$isSignedIn.get()).toBe(false)
    expect(get).not.toHaveBeenCalled()
  })
})

test('tokens from a provider or a refresh take effect as those of a login do', async () => {
  const { session, get, gamification, setCookie, onScopes } = start(true)
  const streamer = `h.${Buffer.from('{"scopes":["user","streamer"]}').toString('base64url')}.s`
  setCookie(streamer)
  await session.settle()
  expect(session.$scopes.get()).toEqual(['user', 'streamer'])
  expect(onScopes).toHaveBeenLastCalledWith(['user', 'streamer'], ['user', 'moderator'], undefined)
  expect(get).toHaveBeenCalledExactlyOnceWith('users/me/settings')
  expect(gamification.loadStats).toHaveBeenCalledOnce()
})

test('a page start fetches settings and stats at once, and one failure spares the other', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValueOnce()
  const { session, get, gamification } = start(true)
  get.mockRejectedValueOnce(new ApiError({ status: 503, msg: 'Later' }))
  await session.load()
  expect(get).toHaveBeenCalledExactlyOnceWith('users/me/settings')
  expect(gamification.loadStats).toHaveBeenCalledOnce()
  expect(session.$settings.get()).toBeUndefined()
  log.mockRestore()
})

test('sign-up sets its flag on success and clears it on failure', async () => {
  const { session, post } = start()
  const input = { name: 'ana', email: 'ana@example.org', password: 'secret pass' }
  await session.signup(input)
  expect(session.$isSignupDone.get()).toBe(true)
  post.mockRejectedValue(new ApiError({ status: 409, msg: 'Taken' }))
  await expect(session.signup(input)).rejects.toThrow('Taken')
  expect(session.$isSignupDone.get()).toBe(false)
})

test('logout clears token, settings and progress even when the server does not answer [ASVS 14.3.1]', async () => {
  const { session, post, gamification, hasCookie, onSettings } = start(true)
  await session.loadSettings()
  post.mockRejectedValue(new ApiError({ status: 0, msg: 'Offline' }))
  await session.logout()
  expect(hasCookie()).toBe(false)
  expect(session.$isSignedIn.get()).toBe(false)
  expect(session.$scopes.get()).toEqual([])
  expect(session.$settings.get()).toBeUndefined()
  expect(onSettings).toHaveBeenLastCalledWith(undefined)
  expect(gamification.clear).toHaveBeenCalledOnce()
})

test('who logs out leaves nothing behind, and whose session ends comes back to what they typed [ASVS 14.3.1]', async () => {
  const { session, onLeave } = start(true)
  session.clear()
  expect(onLeave).not.toHaveBeenCalled()
  await session.logout()
  expect(onLeave).toHaveBeenCalledOnce()
})

test('a logout is over once nothing is pushed to the browser any more', async () => {
  const { session, onLeave } = start(true)
  const pushes = Promise.withResolvers<void>()
  onLeave.mockReturnValueOnce(pushes.promise)
  const done = vi.fn()
  const leaving = session.logout().then(done)
  await vi.advanceTimersByTimeAsync(0)
  expect(done).not.toHaveBeenCalled()
  pushes.resolve()
  await leaving
})

test('an unreadable token has no scopes', () => {
  const session = createSessionStore({
    api: {} as Api,
    gamification: { loadStats: async () => undefined, clear: () => undefined },
    readToken: () => 'not-a-token',
    forgetToken: () => undefined,
    onSettings: () => undefined,
    onScopes: () => undefined,
    onLeave: () => undefined,
  })
  expect(session.$isSignedIn.get()).toBe(true)
  expect(session.$scopes.get()).toEqual([])
})
