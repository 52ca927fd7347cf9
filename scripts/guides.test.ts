import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const pages = globSync('{*,docs/**/*}.md')

function commandsOf(page: string): string[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/^```sh\n(.*?)^```/gms)
  return [...blocks].flatMap(([, block = '']) => block.split('\n'))
}

const secret =
  '(?:JWT_SECRET|ENCRYPTION_KEY|MAIL_API_KEY|DATABASE_AUTH_TOKEN|VAPID_PRIVATE_KEY)(?:_PREVIOUS)?'
/** A value typed behind the name; `$(…)` and `$name` put none into the history of the shell. */
const typed = new RegExp(`\\b${secret}=(?!\\$)`)
/** A key that goes from its maker into a pipe, so that nobody can keep it. */
const unseen = /\brand\b.*\|/

describe.each(pages)('the commands of %s', (page) => {
  test('hold no secret, and show each key to whoever makes it', () => {
    const commands = commandsOf(page)
    expect(commands.filter((line) => typed.test(line) || unseen.test(line))).toEqual([])
  })
})

test('a typed secret and an unseen key are found', () => {
  expect(typed.test('ENCRYPTION_KEY=new npm run rotate-keys')).toBe(true)
  expect(unseen.test('openssl rand -base64 48 | npx wrangler secret put $name')).toBe(true)
  expect(commandsOf('docs/keys.md').some((line) => line.includes('secret put'))).toBe(true)
})
