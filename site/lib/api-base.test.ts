import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

async function urlWith(setting: string | undefined): Promise<string> {
  vi.stubEnv('PUBLIC_API_BASE', setting)
  const { apiUrl } = await import('./api-base.ts')
  return apiUrl('users/me/settings')
}

test.each([
  [undefined, '/api/v1/users/me/settings'],
  ['', '/api/v1/users/me/settings'],
  ['/other/v2/', '/other/v2/users/me/settings'],
  ['https://api.example.com/v1', 'https://api.example.com/v1/users/me/settings'],
])('with the build setting %j a call goes to %s', async (setting, url) => {
  expect(await urlWith(setting)).toBe(url)
})

test('the calls of a page go where the setting says', async () => {
  vi.stubEnv('PUBLIC_API_BASE', 'https://api.example.com/v1')
  const fetched = vi.fn(async () => new Response('{"items":[]}'))
  const { createApi } = await import('./api.ts')
  const { get } = createApi({
    fetch: fetched,
    readCookie: () => 'token',
    language: () => 'en',
    unknownError: () => 'unknown',
    exclusively: (run) => run(),
    onRefresh: vi.fn(),
    onSessionEnd: vi.fn(),
  })
  await get('users/me/relations')
  expect(fetched).toHaveBeenCalledWith(
    'https://api.example.com/v1/users/me/relations',
    expect.objectContaining({
      headers: expect.objectContaining({ Authorization: 'Bearer token' }),
    }),
  )
})
