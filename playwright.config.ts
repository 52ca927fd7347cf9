import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

const executablePath = findChromium()

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results/browser',
  workers: 2,
  retries: 0,
  // Journeys of several logins take a busy machine half a minute.
  timeout: 60_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['line'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    // A trace takes a quarter of the time again: TRACE=on keeps those of what fails.
    trace: process.env['TRACE'] === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // A test could not change a page that one fetched; the tests of our own allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
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
  },
})
