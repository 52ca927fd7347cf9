import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { assetsOf } from './built-pages.ts'

function compressedSize(paths: string[]): number {
  return paths.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0)
}

const home = assetsOf('site/pages/[...locale]/index.astro')
const budgets = [
  { what: 'home, scripts', paths: home.scripts.map((path) => join('dist/client', path)), kB: 100 },
  { what: 'home, styles', paths: home.styles.map((path) => join('dist/client', path)), kB: 25 },
  { what: 'worker', paths: globSync('dist/server/**/*.{mjs,js}'), kB: 1048.576 },
]

for (const { what, paths, kB } of budgets) {
  const size = compressedSize(paths) / 1000
  console.log(`${what}: ${size.toFixed(1)} of ${Math.floor(kB)} kB (${paths.length} files)`)
  if (size > kB) process.exitCode = 1
}
