import { sql, type SQL } from 'drizzle-orm'
import { accountTokens } from '#worker/db/schema/accounts.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'

/** Each right is open until it is used or revoked, and never opens again. */
const rightColumns = {
  act: 'usedAt',
  /** Continuation of the browser that signed up: to be signed in once the address is verified. */
  continuation: 'continuedAt',
  /** To go on with what the person was about to do. */
  resumption: 'resumedAt',
} as const
type LinkRight = keyof typeof rightColumns

export function isLinkRightOpen(right: LinkRight): SQL {
  return sql`${accountTokens[rightColumns[right]]} is null`
}

export type PresentedLink = { hash: string; now: number }

export function isLinkOpen(
  { hash, now }: Params<PresentedLink> | PresentedLink,
  kind: typeof accountTokens.$inferSelect.kind,
): SQL {
  return sql`${accountTokens.hash} = ${hash} and ${accountTokens.kind} = ${kind}
    and ${isLinkRightOpen('act')} and ${accountTokens.expiresAt} > ${now}`
}

export function isLinkUnused(id: SQL | string): SQL {
  return sql`exists (select 1 from ${accountTokens}
    where ${accountTokens.id} = ${id} and ${isLinkRightOpen('act')})`
}

export const alwaysTrue = sql`true`

export function endLinkRights(
  rights: Partial<Record<LinkRight, SQL>>,
  where: SQL,
  now: SQL<number> | number,
) {
  const ended = Object.entries(rights).map(([right, when]) => {
    const name = rightColumns[right as LinkRight]
    const column = accountTokens[name]
    return [name, sql`iif(${when}, coalesce(${column}, ${now}), ${column})`]
  })
  return update(accountTokens, Object.fromEntries(ended), { where })
}

export const markLinkUsed = prepare(({ id, now }: Params<{ id: string; now: number }>) =>
  endLinkRights({ act: alwaysTrue }, sql`${accountTokens.id} = ${id}`, now),
)
