import { beforeEach, describe, expect } from 'vitest'
import { day } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'
beforeEach(() => worker.sql`delete from client_errors`)

const path = '/api/v1/csp_reports'

/** Report in the form that Chromium and Firefox send. */
async function report(more: Record<string, unknown>): Promise<number> {
  const body = {
    'csp-report': {
      'document-uri': 'https://hypecal.example/events/a-marathon?q=private#part',
      referrer: 'https://elsewhere.example/private',
      'violated-directive': 'script-src-elem',
      'effective-directive': 'script-src-elem',
      'original-policy': "default-src 'self'",
      'blocked-uri': 'https://evil.example/private.js?who=jo@example.com',
      'status-code': 200,
      'line-number': 7,
      ...more,
    },
  }
  const headers = { 'Content-Type': 'application/csp-report', Cookie: 'access_token=secret' }
  const { status } = await worker.fetch(path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return status
}

const kept = () =>
  worker.sql<{ message: string; route: string }>`select message, route from client_errors`

describe('what a page’s policy refused', () => {
  test('is reported to where the policy says, on rendered and on static pages', async () => {
    for (const page of ['/', '/faq']) {
      const { headers } = await worker.fetch(page)
      expect(headers.get('Content-Security-Policy')).toContain(`; report-uri ${path};`)
    }
  })

  test('is kept as rule, host and page [abuse 31]', async () => {
    expect(await report({})).toBe(204)
    expect(await kept()).toEqual([
      {
        message: 'Content-Security-Policy: script-src-elem refused https://evil.example',
        route: '/events/a-marathon',
      },
    ])
  })

  test('is kept without tokens, search words and names', async () => {
    await report({
      'document-uri': `https://hypecal.example/auth/reset-password/${'Ab3'.repeat(14)}`,
      'blocked-uri': 'inline',
      'effective-directive': undefined,
      'violated-directive': "style-src 'self' jo@example.com",
    })
    expect(await kept()).toEqual([
      {
        message: 'Content-Security-Policy: style-src refused inline',
        route: '/auth/reset-password/…',
      },
    ])
    const stored = JSON.stringify(await worker.sql`select * from client_errors`)
    expect(stored).not.toMatch(/private|jo@|Ab3|secret/)
  })

  test.each([
    { 'blocked-uri': 'chrome-extension://abc/x.js' },
    { 'source-file': 'moz-extension://abc/x.js' },
    { 'source-file': 'safari-web-extension://abc/x.js' },
  ])('is not kept where an extension of the browser did it: %j', async (more) => {
    expect(await report(more)).toBe(204)
    expect(await kept()).toEqual([])
  })

  test('is refused where it is no report', async () => {
    const body = '{"csp-report":1}'
    const headers = { 'Content-Type': 'application/csp-report' }
    expect((await worker.fetch(path, { method: 'POST', headers, body })).status).toBe(422)
    expect((await worker.fetch(path, { method: 'POST', body })).status).toBe(415)
  })
})

test('security.txt names a contact and an end within a year [abuse 31]', async () => {
  const response = await worker.fetch('/.well-known/security.txt')
  expect([response.status, response.headers.get('Content-Type')]).toEqual([
    200,
    expect.stringMatching(/^text\/plain; charset=utf-8$/i),
  ])
  const fields = Object.fromEntries(
    (await response.text())
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/).slice(0, 2)),
  ) as Record<string, string>
  expect(fields['Contact']).toBe('mailto:hello@hypecal.example')
  expect(fields['Canonical']).toMatch(/^http.*\/\.well-known\/security\.txt$/)
  const validMs = Date.parse(fields['Expires'] ?? '') - Date.now()
  expect(validMs).toBeGreaterThan(179 * day)
  expect(validMs).toBeLessThan(365 * day)
})
