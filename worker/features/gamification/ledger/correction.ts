import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { xpEntries } from '#worker/db/schema/gamification.ts'
import { selectFirst } from '#worker/db/statement.ts'
import { insert } from '#worker/db/writes.ts'
import { correctionAction } from './ledger-rules.ts'
import { grantRewards, totalXpOf } from './ledger.ts'

export type XpCorrection = { userId: UserId; points: number; reason: string; key: string }

const toCorrectionSubject = (key: string) => `key:${key}`

/** Once per key, and not where more is to be taken than the member has. */
export function correctXp(ctx: Ctx, { userId, points, reason, key }: XpCorrection) {
  const entry = insert(
    xpEntries,
    {
      ...{ userId, points, reason, at: ctx.now },
      action: correctionAction,
      subject: toCorrectionSubject(key),
    },
    {
      where: sql`(${points} > 0 or ${totalXpOf(userId)} + ${points} >= 0)`,
      onConflict: sql`do nothing`,
    },
  )
  return { entry, rewards: grantRewards(ctx, { userId, action: correctionAction }) }
}

export function selectXpCorrection({ userId, key }: Pick<XpCorrection, 'userId' | 'key'>) {
  return selectFirst(
    { points: xpEntries.points, reason: xpEntries.reason },
    sql`from ${xpEntries} where ${xpEntries.userId} = ${userId}
        and ${xpEntries.action} = ${correctionAction}
        and ${xpEntries.subject} = ${toCorrectionSubject(key)} and ${xpEntries.isReversal} = 0`,
  )
}
