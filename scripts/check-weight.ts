import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readAssets } from './built-pages.ts'

function compressedSize(paths: string[]): number {
  return paths.reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0)
}

const code = globSync('dist/server/**/*.{mjs,js}')
const pages = ['index', 'events/index', 'events/[slug]', 'streamers/[id]', 'calendar']
const budgets = [
  ...pages.flatMap((page) => {
    const { scripts, styles } = readAssets(`site/pages/[...locale]/${page}.astro`)
    const inClient = (path: string) => join('dist/client', path)
    return [
      { what: `${page}, scripts`, paths: scripts.map(inClient), kB: 50 },
      { what: `${page}, styles`, paths: styles.map(inClient), kB: 25 },
    ]
  }),
  { what: 'worker', paths: code, kB: 2097.152 },
  {
    what: 'worker, with what is loaded only where cards are drawn',
    paths: [...code, ...globSync('dist/server/**/*.{wasm,bin}')],
    kB: 4194.304,
  },
]

for (const { what, paths, kB } of budgets) {
  const size = compressedSize(paths) / 1000
  console.log(`${what}: ${size.toFixed(1)} of ${Math.floor(kB)} kB (${paths.length} files)`)
  if (size > kB) process.exitCode = 1
}
