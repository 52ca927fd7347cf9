import { sql, type SQL } from 'drizzle-orm'
import { optOuts } from '#worker/db/schema/opt-outs.ts'
import { alias } from '#worker/db/write-sql.ts'

const o = alias(optOuts, 'o')

/** `nameKey` as `accountKey` makes it. */
export function isChannelOptedOut(platform: unknown, nameKey: unknown): SQL {
  return sql`exists (select 1 from ${o} where ${o.platform} = ${platform} and ${o.nameKey} = ${nameKey})`
}

/** `nameKey` as `toNameKey` makes it. */
export function isNameOptedOut(nameKey: SQL): SQL {
  return isChannelOptedOut('', nameKey)
}
