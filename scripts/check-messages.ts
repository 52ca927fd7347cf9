import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { locales } from '#worker/locale/locales.ts'
import { messagesPath, readMessages } from './message-files.ts'
import { findProblems, findUnused } from './message-rules.ts'

function findFileProblems(locale: string): string[] {
  const path = messagesPath(locale)
  if (!existsSync(path)) return [`${path}: missing`]
  const isTracked = execFileSync('git', ['ls-files', path], { encoding: 'utf8' }) !== ''
  return isTracked ? [] : [`${path}: not tracked by git`]
}

const settings = JSON.parse(readFileSync('project.inlang/settings.json', 'utf8')) as {
  locales: string[]
}

const base = readMessages('en')
const sources = globSync('{site,worker,local}/**/*.{ts,tsx,astro}', { exclude: ['**/*.test.ts'] })
const problems = [
  ...(settings.locales.join() === locales.join()
    ? []
    : [`project.inlang/settings.json: the locales are ${locales.join(', ')}`]),
  ...locales.flatMap(findFileProblems),
  ...locales
    .filter((locale) => existsSync(messagesPath(locale)))
    .flatMap((locale) => findProblems(locale, readMessages(locale), base)),
  ...findUnused(
    Object.keys(base),
    sources.map((path) => readFileSync(path, 'utf8')),
  ),
]

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`${Object.keys(base).length} messages in ${locales.length} languages`)
