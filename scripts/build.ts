import { execFileSync } from 'node:child_process'
import { compileMessages } from './compile-messages.ts'
import { isBuildStale, runAndRecordBuild } from './build-state.ts'

export function buildSite(): void {
  runAndRecordBuild(() => {
    compileMessages()
    execFileSync('node_modules/.bin/astro', ['build', '--silent'], {
      stdio: ['ignore', 'inherit', 'inherit'],
      // Overrides the environment of tests and tools.
      env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
    })
  })
}

export function buildSiteIfStale(): void {
  if (isBuildStale()) buildSite()
}

/** Vitest's global set-up for tests against the built worker. */
export { buildSiteIfStale as setup }

if (import.meta.main) {
  if (process.argv.includes('--if-stale')) buildSiteIfStale()
  else buildSite()
}
