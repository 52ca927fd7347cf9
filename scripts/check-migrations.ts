import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'

/** drizzle-kit accepts only paths within the project. */
const copy = 'node_modules/.cache/migrations-check'

function drizzleKit(...args: string[]): string {
  return execFileSync('node_modules/.bin/drizzle-kit', args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
  })
}

function generateNext(): string {
  rmSync(copy, { recursive: true, force: true })
  cpSync('migrations', copy, { recursive: true })
  return drizzleKit(
    'generate',
    '--dialect=turso',
    '--schema=./worker/db/schema/*.ts',
    `--out=${copy}`,
  )
}

drizzleKit('check')
const answer = generateNext()
// Not the exit code: a renamed column makes it prompt, and exit with success.
if (answer.includes('No schema changes')) {
  console.log('The migrations make the schema')
} else {
  console.error(`The schema is ahead of the migrations: npx drizzle-kit generate\n${answer}`)
  process.exitCode = 1
}
