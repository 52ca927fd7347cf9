import { globSync, readFileSync } from 'node:fs'

function limitOf(path: string): number {
  if (/\.(test|spec)\.tsx?$/.test(path)) return 500
  return /^site\/.*\.(astro|tsx)$/.test(path) ? 250 : 300
}

const paths = globSync('{site,worker,local,tests,scripts,bench}/**/*.{ts,tsx,astro,css,js,mjs}', {
  exclude: ['bench/node_modules'],
})
const tooLong = paths.flatMap((path) => {
  const lines = readFileSync(path, 'utf8').split('\n').length - 1
  return lines > limitOf(path) ? [`${path}: ${lines} lines, at most ${limitOf(path)}`] : []
})

for (const problem of tooLong) console.error(problem)
if (tooLong.length > 0) process.exitCode = 1
else console.log(`${paths.length} files within their limits`)
