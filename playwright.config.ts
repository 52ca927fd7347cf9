import { defineConfig } from '@playwright/test'
import { findChromium, findHeadlessShell } from './scripts/chromium.mjs'
import { journeys } from './tests/browser/journeys.ts'

/** Notifications, which the lighter browser does not show. */
const withNotifications = '**/push.spec.ts'

/** `only` them, or all tests `without` them; all where it is not set. */
const chosen = process.env['JOURNEYS']
/** Without a choice of files or titles, in which journeys would be missing. */
const isWholeRun = chosen === 'only' && process.argv.length === 3

function launch(executablePath: string | undefined, channel?: string) {
  return {
    launchOptions: {
      ...(executablePath ? { executablePath } : channel ? { channel } : {}),
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  }
}

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results/browser',
  ...(chosen === 'only' && { grep: journeys }),
  ...(chosen === 'without' && { grepInvert: journeys }),
  workers: 3,
  // The summary of the gates names what passed at the second try only.
  retries: process.env.CI ? 1 : 0,
  // Journeys of several logins take a busy machine half a minute, a slow one twice that.
  timeout: 120_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['line'],
    ...(isWholeRun ? [['./tests/browser/journeys-reporter.ts'] as const] : []),
    [
      'json',
      { outputFile: `test-results/${chosen === 'without' ? 'browser-nightly' : 'browser'}.json` },
    ],
  ],
  use: {
    // A trace takes a quarter of the time again: TRACE=on keeps those of what fails.
    trace: process.env['TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // A test could not change a page that one fetched; the tests of our own allow it.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'shell', testIgnore: withNotifications, use: launch(findHeadlessShell()) },
    { name: 'whole', testMatch: withNotifications, use: launch(findChromium(), 'chromium') },
  ],
})
