import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { isBuildStale, runAndRecordBuild } from './build-state.ts'

function run(command: string, ...args: string[]): void {
  execFileSync(`node_modules/.bin/${command}`, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    // Overrides the environment of tests and tools.
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  })
}

function compileMessages(): void {
  run('paraglide-js', 'compile', '--outdir', './project.inlang/paraglide', '--silent')
  // It ignores the messages of new languages too.
  rmSync('project.inlang/.gitignore', { force: true })
}

export function buildSite(): void {
  runAndRecordBuild(() => {
    compileMessages()
    run('astro', 'build', '--silent')
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
