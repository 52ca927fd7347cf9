import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { UserError } from '../reason.ts'

export type DeploymentKeys = Record<string, string>
export type AskForKey = (question: string, isSecret?: boolean) => Promise<string>

const database = 'hypecal'

/** Skipped where a file of the key exists, or Turso's program does not. A group is stored in one place. */
export const databaseCommands = [
  ['group', 'create', database, '--location', 'aws-eu-west-1', '--wait'],
  ['db', 'create', database, '--group', database],
  ['db', 'show', database, '--http-url'],
  ['db', 'tokens', 'create', database, '--expiration', '365d'],
] as const
const [createGroup, create, showAddress, createToken] = databaseCommands

/** Files of mode 600, which docs/keys.md rotates: Cloudflare shows no secret again. */
export async function collectDeploymentKeys(
  folder: string,
  ask: AskForKey,
  signal: AbortSignal,
): Promise<DeploymentKeys> {
  const turso = createTursoRunner(signal)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const newKey = () => randomBytes(48).toString('base64')
  return {
    DATABASE_URL: await readOrCreateKey(
      folder,
      'DATABASE_URL',
      async () => (await createTursoDatabase(turso)) ?? ask('Address of the libSQL database'),
    ),
    DATABASE_AUTH_TOKEN: await readOrCreateKey(
      folder,
      'DATABASE_AUTH_TOKEN',
      async () => (await turso(...createToken)) ?? ask('Its token', true),
    ),
    JWT_SECRET: await readOrCreateKey(folder, 'JWT_SECRET', newKey),
    ENCRYPTION_KEY: await readOrCreateKey(folder, 'ENCRYPTION_KEY', newKey),
    MAIL_API_KEY: await readOrCreateKey(folder, 'MAIL_API_KEY', () =>
      ask('Key of the mail service', true),
    ),
    ...(await readOptionalKey(folder, 'BREVO_API_KEY')),
  }
}

async function readOptionalKey(folder: string, name: string): Promise<DeploymentKeys> {
  const isThere = process.env[name] || existsSync(join(folder, name))
  return isThere ? { [name]: await readOrCreateKey(folder, name, () => '') } : {}
}

async function readOrCreateKey(
  folder: string,
  name: string,
  obtain: () => string | Promise<string>,
): Promise<string> {
  const file = join(folder, name)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  const key = process.env[name] || (await obtain())
  writeFileSync(file, `${key}\n`, { mode: 0o600, flag: 'wx' })
  return key
}

/** The output of Turso's program; undefined when it fails or is not installed. */
type RunTurso = (...args: string[]) => Promise<string | undefined>

function createTursoRunner(signal: AbortSignal): RunTurso {
  return async (...args) => {
    try {
      const { stdout } = await promisify(execFile)('turso', args, { signal })
      return stdout.trim()
    } catch {
      signal.throwIfAborted()
      return undefined
    }
  }
}

async function createTursoDatabase(turso: RunTurso): Promise<string | undefined> {
  if ((await turso('--help')) === undefined) return undefined
  const show = () => turso(...showAddress)
  const existingKey = await show()
  if (existingKey) return existingKey
  // Fails where it exists from an earlier run.
  await turso(...createGroup)
  const address = (await turso(...create)) === undefined ? undefined : await show()
  if (!address) {
    throw new UserError(
      `turso created no database in a group “${database}” of the European Union: ` +
        '`turso auth login` signs in; a plan with one group takes a database that you create',
    )
  }
  return address
}
