import { request } from 'node:http'
import { expect } from 'vitest'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

/** Over plain HTTP, where the host can be chosen. */
function cookiesAt(host: string): Promise<string[]> {
  const { hostname, port } = new URL(worker.url)
  const headers = { Host: host }
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method: 'POST', path: '/api/v1/auth/logout', headers }
    const outgoing = request(options, (response) => {
      response.resume().once('end', () => resolve(response.headers['set-cookie'] ?? []))
    })
    outgoing.once('error', reject).end()
  })
}

test('cookies are Secure everywhere but on this machine [ASVS 3.3.1, 3.3.3]', async () => {
  const isSecure = (cookie: string) => /; Secure(;|$)/.test(cookie)
  expect((await cookiesAt('localhost')).filter(isSecure)).toHaveLength(0)
  for (const host of ['hypecal.example', 'localhost.evil.example']) {
    expect((await cookiesAt(host)).filter(isSecure)).toHaveLength(5)
  }
})
