import { globSync, readFileSync } from 'node:fs'
import { findProblems, findUnused, type Messages } from './message-rules.ts'

function readMessages(locale: string): Messages {
  const { $schema, ...messages } = JSON.parse(
    readFileSync(`project.inlang/messages/${locale}.json`, 'utf8'),
  ) as Messages
  return messages
}

const base = readMessages('en')
const sources = globSync('{site,worker,local}/**/*.{ts,tsx,astro}', { exclude: ['**/*.test.ts'] })
const problems = [
  ...['en', 'es', 'fr'].flatMap((locale) => findProblems(locale, readMessages(locale), base)),
  ...findUnused(
    Object.keys(base),
    sources.map((path) => readFileSync(path, 'utf8')),
  ),
]

for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`${Object.keys(base).length} messages in three languages`)
