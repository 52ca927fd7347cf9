import { execFileSync } from 'node:child_process'
import { isBuildStale, recordBuild } from './build-state.ts'

function run(command: string, ...args: string[]): void {
  execFileSync(`node_modules/.bin/${command}`, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    // Whatever started the build: tests and tools set an environment of their own.
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  })
}

/** Translations to functions; types, lint and tests need them as well as the build. */
function compileMessages(): void {
  run('paraglide-js', 'compile', '--outdir', './project.inlang/paraglide', '--silent')
}

export function buildSite(): void {
  recordBuild(() => {
    compileMessages()
    run('astro', 'build', '--silent')
  })
}

export function buildSiteIfStale(): void {
  if (isBuildStale()) buildSite()
}

if (import.meta.main) {
  if (process.argv.includes('--if-stale')) buildSiteIfStale()
  else buildSite()
}
