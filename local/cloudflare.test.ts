import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sampleOperator, type Operator } from '#worker/contracts/operator.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// Each run starts Node.js.
vi.setConfig({ testTimeout: 60_000 })

let folder: string
const options = ['--domain', 'hypecal.test', '--mail-from', 'Hypecal <hello@hypecal.test>']
const administrator = ['--username', 'ada', '--email', 'ada@hypecal.test']

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hypecal-cloudflare-'))
  mkdirSync(join(folder, 'bin'))
  fake('wrangler', '')
  fake('npm', '')
  writeOperator({})
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Writes its arguments to the log, then runs `script`. */
function fake(program: string, script: string): void {
  const file = join(folder, 'bin', program)
  const log = join(folder, 'log')
  writeFileSync(file, `#!/bin/sh\necho "${program} $*" >> ${log}\n${script}\n`)
  chmodSync(file, 0o755)
}

/** The file of an operator, whole enough for a public site. */
function writeOperator(changed: Partial<Operator>): void {
  const { isSample: _, ...sample } = sampleOperator
  const text = JSON.stringify({ ...sample, country: 'BE', law: 'BE', ...changed })
  const real = text.replaceAll('hypecal.example', 'hypecal.com')
  writeFileSync(join(folder, 'operator.json'), real)
}

function calls(): string[] {
  const log = join(folder, 'log')
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
}

function keyFile(name: string): string {
  return join(folder, 'keys', name)
}

/** Runs the command with the fakes alone before the system's programs. */
function run(args: string[], env: Record<string, string> = {}) {
  const PATH = `${join(folder, 'bin')}:/usr/bin:/bin`
  const command = ['local/cloudflare.ts', '--keys', join(folder, 'keys'), ...args]
  return new Promise<{ code: unknown; output: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      command,
      { env: { PATH, OPERATOR_FILE: join(folder, 'operator.json'), ...env } },
      (error, out, err) => resolve({ code: error?.code ?? 0, output: out + err }),
    )
    child.stdin?.end()
  })
}

test('a dry run prints each command, runs none and keeps nothing', async () => {
  const { code, output } = await run(['--dry-run', ...options], { OPERATOR_FILE: '' })
  expect(code).toBe(0)
  expect(output.trim().split('\n')).toEqual([
    'turso group create hypecal --location aws-eu-west-1 --wait',
    'turso db create hypecal --group hypecal',
    'turso db show hypecal --http-url',
    'turso db tokens create hypecal --expiration 365d',
    'wrangler r2 bucket create hypecal-media --jurisdiction eu',
    'wrangler queues create hypecal-deliveries',
    'wrangler queues create hypecal-deliveries-account',
    'wrangler queues create hypecal-deliveries-mail',
    'wrangler queues create hypecal-deliveries-push',
    'wrangler queues create hypecal-deliveries-discord',
    'wrangler queues create hypecal-deliveries-bulk',
    'wrangler queues create hypecal-dead-letters',
    'ADMIN_USERNAME=you ADMIN_EMAIL=you@your.domain npm run --silent migrate',
    'SITE_URL=https://hypecal.test npm run --silent build',
    "wrangler deploy -c dist/server/wrangler.json --domain hypecal.test --var SITE_URL:https://hypecal.test --var 'MAIL_FROM:Hypecal <hello@hypecal.test>'",
    'wrangler secret bulk -c dist/server/wrangler.json < keys as JSON',
    "SITE_URL=https://hypecal.test MAIL_FROM='Hypecal <hello@hypecal.test>' npm run --silent doctor",
  ])
  expect([calls(), existsSync(join(folder, 'keys'))]).toEqual([[], false])
})

test('a deployment gets its database, keys and secrets, and can be repeated', async () => {
  fake('turso', 'case "$2" in show) echo https://db.test;; tokens) echo token;; esac')
  const secretsFile = join(folder, 'secrets')
  fake(
    'wrangler',
    `case "$1" in secret) cat > ${secretsFile};; queues) echo 'is already taken' >&2; exit 1;; esac`,
  )
  const first = await run([...options, ...administrator], { MAIL_API_KEY: 're_key' })
  expect(first).toMatchObject({ code: 0 })
  const secrets: unknown = JSON.parse(readFileSync(secretsFile, 'utf8'))
  expect(secrets).toEqual({
    DATABASE_URL: 'https://db.test',
    DATABASE_AUTH_TOKEN: 'token',
    JWT_SECRET: expect.stringMatching(/^\S{64}$/),
    ENCRYPTION_KEY: expect.stringMatching(/^\S{64}$/),
    MAIL_API_KEY: 're_key',
  })
  expect(statSync(keyFile('ENCRYPTION_KEY')).mode & 0o777).toBe(0o600)
  expect(calls().join('\n')).not.toMatch(/re_key|token$/m)

  expect(await run([...options, ...administrator])).toMatchObject({ code: 0 })
  expect(JSON.parse(readFileSync(secretsFile, 'utf8'))).toEqual(secrets)
})

test('a step that fails ends the run and says how to go on', async () => {
  fake('npm', '[ "$3" != build ]')
  const env = { MAIL_API_KEY: 're_key', DATABASE_URL: 'https://db.test', DATABASE_AUTH_TOKEN: 't' }
  const { code, output } = await run([...options, ...administrator], env)
  expect(code).toBe(1)
  expect(output).toContain('build failed; once mended, run npm run cloudflare again')
  expect(calls().at(-1)).toBe('npm run --silent build')
})

test('without a terminal, a missing answer is named', async () => {
  const { code, output } = await run([...options, ...administrator])
  expect([code, output]).toEqual([
    1,
    'Not deployed: nobody to ask: Address of the libSQL database?\n',
  ])
  expect(calls()).toEqual([])
})

test('a site that does not say who runs it is not begun', async () => {
  const keys = { MAIL_API_KEY: 're_key', DATABASE_URL: 'https://db.test', DATABASE_AUTH_TOKEN: 't' }
  writeOperator({ processors: sampleOperator.processors.slice(0, 3) })
  const unfinished = await run([...options, ...administrator], keys)
  expect(unfinished.code).toBe(1)
  expect(unfinished.output).toContain('processors name nobody with the role backup')
  const missing = await run([...options, ...administrator, '--operator', 'no-such.json'], keys)
  expect(missing.output).toMatch(/no-such\.json: is missing; operator\.example\.json shows/)
  const unnamed = await run([...options, ...administrator], { ...keys, OPERATOR_FILE: '' })
  expect(unnamed.output).toContain('nobody to ask: File that says who runs the site')
  expect(calls()).toEqual([])
  expect(existsSync(join(folder, 'keys'))).toBe(false)
})
