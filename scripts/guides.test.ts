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

const sources = globSync('{worker,site,local,scripts,tests,bench}/**/*.{ts,tsx,astro,css,mjs}')
const files = [...sources, ...pages, ...globSync('{*.*,.github/**/*.yml,project.inlang/**/*.json}')]
const names = new Set(
  sources.flatMap((file) => readFileSync(file, 'utf8').match(/[A-Za-z_$][\w$]*/g) ?? []),
)

/** Paths that end with a known kind of file, and names in camel case; `x.ts` stands for any file. */
function findUnknownNames(page: string): string[] {
  const prose = readFileSync(page, 'utf8').replace(/^```.*?^```/gms, '')
  const codes = Array.from(prose.matchAll(/`([^`\n]+)`/g), ([, code = '']) => code)
  return codes.filter((code) => {
    if (/^(?!x\.|dist\/)[\w./[\]-]*\w{2}\.(?:tsx?|astro|css|mjs|md)$/.test(code)) {
      return !files.some((file) => `/${file}`.endsWith(`/${code}`))
    }
    return /^[a-z]+[A-Z]\w*$/.test(code) && !names.has(code)
  })
}

test.each(pages)('%s names files and functions that exist', (page) => {
  expect(findUnknownNames(page)).toEqual([])
})
