import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'

const subjectLength = 72
/** Say nothing about what they hold: for files that show all their uses at once. */
const vagueTypes =
  /^(?:export )?type (Asked|Entry|Fact|Found|Moment|Named|Part|Place|Row|Standing|Turn|Wish)\b/gm
const linesAtOnce = 80
const checkedSince = '2026-11-23T07:30:00Z'

function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path)
}

function limitOf(path: string): number {
  if (isTest(path)) return 500
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
  const text = readFileSync(path, 'utf8')
  const lines = text.split('\n').length - 1
  const isVague = lines > linesAtOnce && /^(?:site|worker|local)/.test(path) && !isTest(path)
  const vague = isVague ? [...text.matchAll(vagueTypes)] : []
  return [
    ...(lines > limitOf(path) ? [`${path}: ${lines} lines, at most ${limitOf(path)}`] : []),
    ...vague.map(([, name]) => `${path}: a type named ${name}, in more than ${linesAtOnce} lines`),
  ]
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
