import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { batch, type Database } from '#worker/db/client.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { selectFirst } from '#worker/db/statement.ts'
import { insert } from '#worker/db/writes.ts'
import { hashPassword, randomToken } from '#worker/auth/crypto.ts'

export type Administrator = { username: string; password: string; isGenerated: boolean }

export type AdministratorOptions = {
  username?: string | undefined
  password?: string | undefined
  /** Verified by its owner, as any other; default: one that only the local inbox has, verified. */
  email?: string | undefined
}

const localEmail = 'admin@example.com'
const commonPasswords = new URL('../worker/features/accounts/common-passwords.txt', import.meta.url)

function assertUsablePassword(password: string): void {
  if (password.length < 8 || password.length > 128) {
    throw new Error('ADMIN_PASSWORD must have 8 to 128 characters')
  }
  const common = readFileSync(commonPasswords, 'utf8').split('\n')
  if (common.includes(password.toLowerCase())) {
    throw new Error('ADMIN_PASSWORD is one of the most common passwords')
  }
}

async function hasAdministrator(db: Database): Promise<boolean> {
  const { administrator } = await batch(db, 'read', {
    administrator: selectFirst(
      { id: users.id },
      sql`from ${users} where ${users.role} = 'admin' limit 1`,
    ),
  })
  return administrator !== undefined
}

/** Without onboarding; undefined when an administrator exists. */
export async function createAdministrator(
  db: Database,
  { username = 'admin', password, email = localEmail }: AdministratorOptions,
): Promise<Administrator | undefined> {
  if (await hasAdministrator(db)) return undefined
  if (!/^[A-Za-z0-9_-]{3,30}$/.test(username)) {
    throw new Error('ADMIN_USERNAME must have 3 to 30 letters, digits, _ or -')
  }
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) || email.length > 254) {
    throw new Error('ADMIN_EMAIL must be an email address')
  }
  if (password !== undefined) assertUsablePassword(password)
  const chosenPassword = password ?? randomToken(12)
  const hash = await hashPassword(chosenPassword)
  const now = Date.now()
  const { inserted } = await batch(db, 'write', {
    inserted: insert(
      users,
      {
        username,
        usernameKey: username.toLowerCase(),
        email,
        emailKey: email.toLowerCase(),
        emailVerifiedAt: email === localEmail ? now : null,
        passwordHash: hash,
        role: 'admin',
        interfaceLanguage: 'en',
        onboardingSkippedAt: now,
        createdAt: now,
      },
      { onConflict: sql`do nothing`, returning: { id: users.id } },
    ),
  })
  if (inserted.length === 0) {
    throw new Error(`no administrator yet, but ${username} or ${email} is a member's`)
  }
  return { username, password: chosenPassword, isGenerated: password === undefined }
}
