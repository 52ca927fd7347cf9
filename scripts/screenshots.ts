import { chromium } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveBuiltWorker } from '#local/built-worker.ts'
import { startEnvironment } from '#local/environment.ts'
import { buildSiteIfStale } from './build.ts'
import { findChromium } from './chromium.mjs'

/** The README's pictures, from a fresh demo set. */
const pictures = [
  {
    name: 'home-dark',
    path: '/',
    locale: 'en-GB',
    width: 1280,
    height: 900,
    colorScheme: 'dark',
  },
  {
    name: 'events-light-phone',
    path: '/fr/events',
    locale: 'fr-FR',
    width: 390,
    height: 844,
    colorScheme: 'light',
  },
] as const

const port = 8797
await buildSiteIfStale()
const dataDir = await mkdtemp(join(tmpdir(), 'hypecal-screenshots-'))
const environment = await startEnvironment({
  dataDir,
  siteUrl: `http://localhost:${port}`,
  demo: true,
})
const worker = await serveBuiltWorker({
  port,
  vars: environment.vars,
  persist: join(dataDir, 'worker'),
})
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
})
for (const { name, path, locale, width, height, colorScheme } of pictures) {
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme,
    locale,
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
  })
  await page.addInitScript(() => {
    localStorage.setItem('consent', `necessary ${new Date().toISOString().slice(0, 10)}`)
  })
  await page.goto(worker.url + path, { waitUntil: 'networkidle' })
  await page.screenshot({ path: `docs/screenshots/${name}.png` })
  await page.close()
}
await browser.close()
await worker.close()
await environment.close()
await rm(dataDir, { recursive: true, force: true })
