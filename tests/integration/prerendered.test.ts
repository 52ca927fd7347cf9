import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { prerenderedPages } from '#tests/support/tables/site-pages.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'
let rendered: Record<string, string>

test.beforeAll(async () => {
  rendered = comparable(await worker.fetch('/articles'))
})

/** Headers of the connection, of one answer, or of the host of static files. */
const ofOneAnswer =
  /^(connection|content-length|date|etag|keep-alive|transfer-encoding|x-request-id|cf-cache-status|content-encoding|vary)$/

function comparable({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !ofOneAnswer.test(name)))
}

const prefixes = ['', '/en', '/es', '/fr']
const forms = prerenderedPages.flatMap((page) => prefixes.map((prefix) => ({ page, prefix })))

describe.each(forms)('$prefix$page', ({ page, prefix }) => {
  const path = prefix + page

  test('is a file of the build, and answers at its address without a redirect', async () => {
    expect(existsSync(`dist/client${path}.html`)).toBe(true)
    const response = await worker.fetch(path, { redirect: 'manual' })
    expect(response.status).toBe(200)
    expect(response.headers.get('X-Request-Id')).toBeNull()
    expect(await response.text()).toContain(`<html lang="${prefix.slice(1) || 'en'}"`)
  })

  test('has the headers of a rendered page', async () => {
    const headers = comparable(await worker.fetch(path))
    const expected = { ...rendered, 'cache-tag': 'pages' }
    if (page === '/offline') {
      const { 'content-security-policy': policy = '', ...others } = headers
      expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/)
      expect({ ...others, 'content-security-policy': rendered['content-security-policy'] }).toEqual(
        expected,
      )
    } else expect(headers).toEqual(expected)
  })

  test('runs no script and takes no style that its policy does not name', async () => {
    const response = await worker.fetch(path)
    const policy = response.headers.get('Content-Security-Policy')
    const html = await response.text()
    const inline = html.matchAll(/<(script|style)(?![^>]*(?: src=|json))[^>]*>(.*?)<\/\1>/gs)
    const texts = [...inline].map(([, , text = '']) => text)
    expect(texts.length).toBeGreaterThan(0)
    for (const text of texts) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
    }
    expect(html).not.toMatch(/<[^>]+ style="|http-equiv|href="\/[^"]*\.html/)
  })
})

describe('requests for a prerendered page', () => {
  test.each(prerenderedPages)('/nope%s is not found', async (page) => {
    const response = await worker.fetch(`/nope${page}`)
    expect(response.status).toBe(404)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  })

  test('a reader who has it gets no second copy', async () => {
    const first = await worker.fetch('/es/faq')
    const tag = first.headers.get('ETag') ?? ''
    expect(tag).toMatch(/^(W\/)?"[\w-]+"$/)
    const again = await worker.fetch('/es/faq', { headers: { 'If-None-Match': tag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await worker.fetch('/es/faq', { headers: { 'If-None-Match': '"x"' } })).status).toBe(
      200,
    )
  })

  test('HEAD has the headers and no text, any query is the same page, and nothing can be posted', async () => {
    const head = await worker.fetch('/faq', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(comparable(head)).toEqual({ ...rendered, 'cache-tag': 'pages' })
    expect((await worker.fetch('/faq?utm_source=x')).status).toBe(200)
    expect((await worker.fetch('/faq', { method: 'POST' })).status).toBe(405)
  })

  test('neither the database nor the rate limit is asked', async () => {
    const before = worker.trips()
    for (const { page, prefix } of forms) await (await worker.fetch(prefix + page)).text()
    expect(worker.trips()).toBe(before)
  })
})

test.each(['/404', '/login', '/signup', '/profile', '/events'])(
  '%s is not written at build time',
  (path) => {
    expect(existsSync(`dist/client${path}.html`)).toBe(false)
  },
)
