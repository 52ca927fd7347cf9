import { toAsciiDomain } from '#worker/contracts/email-address.ts'
import type { LocalDatabase } from './database.ts'

/** Accounts whose address is, in the form that is stored today, the one of another account. */
export async function listAddressCollisions({ $client }: LocalDatabase): Promise<string[]> {
  const beyondAscii = `email glob '*[^' || char(1) || '-' || char(127) || ']*'`
  const { rows } = await $client.execute(`select id, email from users where ${beyondAscii}`)
  const collisions: string[] = []
  for (const { id, email } of rows) {
    const key = toAsciiDomain(String(email)).toLowerCase()
    const sql = 'select id from users where email_key = ? and id <> ?'
    const others = await $client.execute({ sql, args: [key, id ?? null] })
    collisions.push(
      ...others.rows.map((other) => `The accounts ${String(id)} and ${String(other.id)}`),
    )
  }
  return collisions
}
