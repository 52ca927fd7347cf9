import { sql } from 'drizzle-orm'
import { batch, rows, type Database } from '#worker/db/client.ts'
import { hashPassword, randomToken } from '#worker/auth/crypto.ts'

export type Administrator = { username: string; password: string; isGenerated: boolean }

export type AdministratorOptions = { username?: string | undefined; password?: string | undefined }

async function hasAdministrator(db: Database): Promise<boolean> {
  const [found] = await batch(db, 'read', [
    rows<{ id: number }>(db, sql`select id from users where role = 'admin' limit 1`),
  ])
  return found.length > 0
}

/** Without onboarding; undefined when an administrator exists. */
export async function createAdministrator(
  db: Database,
  { username = 'admin', password }: AdministratorOptions,
): Promise<Administrator | undefined> {
  if (await hasAdministrator(db)) return undefined
  if (!/^[A-Za-z0-9_-]{3,30}$/.test(username)) {
    throw new Error('ADMIN_USERNAME must have 3 to 30 letters, digits, _ or -')
  }
  if (password !== undefined && (password.length < 8 || password.length > 128)) {
    throw new Error('ADMIN_PASSWORD must have 8 to 128 characters')
  }
  const chosen = password ?? randomToken(12)
  const hash = await hashPassword(chosen)
  const now = Date.now()
  const [made] = await batch(db, 'write', [
    rows<{ id: number }>(
      db,
      sql`insert into users (username, username_key, email, email_key, email_verified_at,
            password_hash, role, interface_language, onboarding_skipped_at, created_at)
          values (${username}, ${username.toLowerCase()}, 'admin@example.com', 'admin@example.com',
            ${now}, ${hash}, 'admin', 'en', ${now}, ${now})
          on conflict do nothing returning id`,
    ),
  ])
  if (made.length === 0) {
    throw new Error(`no administrator yet, but ${username} or admin@example.com is a member's`)
  }
  return { username, password: chosen, isGenerated: password === undefined }
}
