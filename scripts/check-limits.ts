import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'

const subjectLength = 72
const checkedSince = '2026-11-23T07:30:00Z'

function limitOf(path: string): number {
  if (/\.(test|spec)\.tsx?$/.test(path)) return 500
  return /^site\/.*\.(astro|tsx)$/.test(path) ? 250 : 300
}

function readSubjects(): string[] {
  try {
    const args = ['log', `--since=${checkedSince}`, '--format=%h %s']
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .trim()
      .split('\n')
  } catch {
    return []
  }
}

const paths = globSync('{site,worker,local,tests,scripts,bench}/**/*.{ts,tsx,astro,css,js,mjs}', {
  exclude: ['bench/node_modules'],
})
const problems = paths.flatMap((path) => {
  const lines = readFileSync(path, 'utf8').split('\n').length - 1
  return lines > limitOf(path) ? [`${path}: ${lines} lines, at most ${limitOf(path)}`] : []
})
for (const line of readSubjects()) {
  const [, commit, subject = ''] = /^(\S+) (.*)$/.exec(line) ?? []
  if (subject.length > subjectLength) {
    problems.push(`${commit}: a subject of ${subject.length} characters, at most ${subjectLength}`)
  }
}

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`${paths.length} files within their limits`)
