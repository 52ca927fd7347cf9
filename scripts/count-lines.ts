import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Lines of TypeScript and Astro without tests, by folder: `npm run lines -- 3` goes three folders deep. */
const roots = ['worker', 'site', 'local']
const depth = Number(process.argv[2] ?? 2)

const lines = new Map<string, number>()
for (const path of globSync(roots.map((root) => `${root}/**/*.{ts,tsx,astro}`))) {
  if (path.includes('.test.')) continue
  const count = readFileSync(path, 'utf8').split('\n').length - 1
  const folder = dirname(path).split('/').slice(0, depth).join('/')
  for (const name of new Set([folder, path.split('/')[0] ?? '', 'in all'])) {
    lines.set(name, (lines.get(name) ?? 0) + count)
  }
}
for (const [folder, count] of [...lines].toSorted(([a], [b]) => a.localeCompare(b))) {
  console.log(`${String(count).padStart(8)}  ${folder}`)
}
