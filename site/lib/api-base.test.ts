import { globSync, readFileSync } from 'node:fs'
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

test('no other part of the site names the address of the API', () => {
  const files = globSync('site/**/*.{ts,tsx,astro}', { exclude: ['**/*.test.*'] })
  const named = files.filter((file) => /['"`(]\/api\/v1/.test(readFileSync(file, 'utf8')))
  expect(named).toEqual(['site/lib/api-base.ts'])
})
