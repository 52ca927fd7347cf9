import { createHash } from 'node:crypto'
import { buildSettings } from './build-settings.ts'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

const statePath = 'dist/.build-state.json'
/** Until a build was measured here. */
const usualBuildMs = 30_000
const sources = [
  'site/**',
  'worker/**',
  'public/**',
  'project.inlang/settings.json',
  'project.inlang/messages/*.json',
  'astro.config.mjs',
  'scripts/*.{ts,mjs}',
  'wrangler.toml',
  'tsconfig.json',
  'package-lock.json',
]

export function computeSourceFingerprint(): string {
  const hash = createHash('sha256').update(JSON.stringify(buildSettings))
  for (const path of globSync(sources, { exclude: ['**/*.test.ts'] }).toSorted()) {
    if (statSync(path).isFile()) hash.update(`${path}\0`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

type State = { sources: string; tookMs: number }

/** A build that was cut off has none. */
function readState(): State | undefined {
  return existsSync(statePath) ? (JSON.parse(readFileSync(statePath, 'utf8')) as State) : undefined
}

export function isBuildStale(): boolean {
  return readState()?.sources !== computeSourceFingerprint()
}

export function readLastBuildMs(): number {
  return readState()?.tookMs ?? usualBuildMs
}

/** Sources edited during the build leave it stale. */
export async function runAndRecordBuild(build: () => Promise<void>): Promise<void> {
  const began = performance.now()
  const sources = computeSourceFingerprint()
  rmSync(statePath, { force: true })
  await build()
  const state: State = { sources, tookMs: Math.round(performance.now() - began) }
  writeFileSync(statePath, JSON.stringify(state))
}
