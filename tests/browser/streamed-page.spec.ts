import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, type Page } from '@playwright/test'
import { test } from '#tests/browser/test.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'
import { listen, type FakeServer } from '#tests/support/fakes/fake-server.ts'

let site: TestSite
let slowSite: FakeServer
test.beforeAll(async () => {
  site = await startTestSite({ demo: true })
  // A page that closes leaves requests behind, which end with the site.
  slowSite = await listen((request, answer) => {
    answerSlowly(request, answer).catch(() => answer.destroy())
  })
})
test.afterAll(async () => {
  await slowSite.close()
  await site.close()
})

async function answerSlowly(
  { url = '/', headers }: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const { host: _, ...forwarded } = headers as Record<string, string>
  const response = await fetch(new URL(url, site.url), { headers: forwarded })
  const type = response.headers.get('content-type') ?? ''
  answer.writeHead(response.status, { 'content-type': type })
  // Later than the first paint.
  if (type.startsWith('font/')) await pause(1500)
  if (!type.startsWith('text/html')) {
    answer.end(Buffer.from(await response.arrayBuffer()))
    return
  }
  for (const piece of piecesOf(await response.text())) {
    answer.write(piece)
    await pause(20)
  }
  answer.end()
}

/** Parts that are painted while they arrive: a browser may paint between any two of their tags. */
const PAINTED_BY_TAG = /<header[\s\S]*?<\/header>/g

/**
 * Painted parts tag by tag, and the rest in larger pieces, each up to the end of a row:
 * a row that is painted by halves grows with its second half.
 */
function piecesOf(html: string): string[] {
  const pieces: string[] = []
  let end = 0
  for (const { 0: part, index } of html.matchAll(PAINTED_BY_TAG)) {
    pieces.push(html.slice(end, index), ...part.split(/(?=<[a-z/])/))
    end = index + part.length
  }
  return [...pieces, ...(html.slice(end).match(/[\s\S]{8000}[\s\S]*?<\/li>|[\s\S]+$/g) ?? [])]
}

async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources } = entry as unknown as { sources: { node: Element | null }[] }
        shifts.push(...sources.map(({ node }) => node?.className ?? 'an element that is gone'))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

for (const width of [390, 1280]) {
  for (const path of ['/', '/events', '/calendar']) {
    test(`${path} moves nothing while its HTML arrives in pieces at ${width} px`, async ({
      browser,
    }) => {
      const page = await browser.newPage({ viewport: { width, height: 844 } })
      await recordShifts(page)
      await page.goto(slowSite.url + path, { waitUntil: 'load' })
      expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual(
        [],
      )
    })
  }
}
