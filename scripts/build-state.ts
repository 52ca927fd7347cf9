import { createHash } from 'node:crypto'
import { buildSettings } from './build-settings.ts'
import { existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

const statePath = 'dist/.build-state'
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

export function sourceFingerprint(): string {
  const hash = createHash('sha256').update(JSON.stringify(buildSettings))
  for (const path of globSync(sources, { exclude: ['**/*.test.ts'] }).toSorted()) {
    if (statSync(path).isFile()) hash.update(`${path}\0`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

export function isBuildStale(): boolean {
  return !existsSync(statePath) || readFileSync(statePath, 'utf8') !== sourceFingerprint()
}

/** Sources edited during the build leave it stale. */
export function runAndRecordBuild(build: () => void): void {
  const state = sourceFingerprint()
  rmSync(statePath, { force: true })
  build()
  writeFileSync(statePath, state)
}
