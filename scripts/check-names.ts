import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { findRetiredNames } from './retired-names.ts'

const subjectLength = 72
const checkedSince = '2026-11-23T07:30:00Z'

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

const paths = globSync('{site,worker,local,tests,scripts,bench}/**/*.{ts,tsx,astro,js,mjs}', {
  exclude: ['bench/node_modules', 'scripts/retired-names*'],
})
const problems = paths.flatMap((path) =>
  findRetiredNames(readFileSync(path, 'utf8')).map((problem) => `${path}: ${problem}`),
)
for (const line of readSubjects()) {
  const [, commit, subject = ''] = /^(\S+) (.*)$/.exec(line) ?? []
  if (subject.length > subjectLength) {
    problems.push(`${commit}: a subject of ${subject.length} characters, at most ${subjectLength}`)
  }
}

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`${paths.length} files without retired names`)
