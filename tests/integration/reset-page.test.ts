import { expect } from 'vitest'
import { hour } from '#tests/support/drivers/durations.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { mailedToken } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

async function resetLinkFor(email: string, now: number): Promise<string> {
  const answer = await worker.call('POST', 'auth/reset_password/request', { body: { email }, now })
  expect(answer.status).toBe(200)
  return mailedToken(worker, email, 'reset-password')
}

test('a reset link is told on its page before a password is typed, and looking uses nothing up', async () => {
  const { email } = await createMember(worker, { hasPassword: true })
  const now = Date.now()
  const token = await resetLinkFor(email, now)
  const page = async (link: string, at = now) => {
    const headers = { 'X-Test-Now': String(at) }
    const response = await worker.fetch(`/es/auth/reset-password/${link}`, { headers })
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([
      200,
      'private, no-store',
    ])
    const html = await response.text()
    return [/type="password"/.test(html), html.includes('Este enlace no es válido o ha caducado')]
  }
  const [open, over] = [
    [true, false],
    [false, true],
  ]
  for (let looks = 0; looks < 3; looks++) expect(await page(token)).toEqual(open)
  expect(await page(token, now + hour)).toEqual(over)
  expect(await page('abc')).toEqual(over)
  const body = { token, password: 'staple of another horse' }
  expect((await worker.call('POST', 'auth/reset_password', { body, now })).status).toBe(200)
  expect(await page(token)).toEqual(over)
})
