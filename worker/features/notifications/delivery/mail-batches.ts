import { sql } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import { equals } from '#worker/db/conditions.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { update } from '#worker/db/writes.ts'
import { randomToken } from '#worker/auth/crypto.ts'
import type { Mail } from '#worker/integrations/mail/mailer.ts'
import type { ClaimedDelivery } from './claim.ts'
import { renderMail } from './mails.ts'
import { deferForQuietHours } from './next-state.ts'
import type { AttemptedDelivery } from './settle.ts'

/** Mails of one fact that leave in one call. */
export type MailDeliveryBatch = {
  /** Its idempotency key, which is on the rows before the call. */
  key: string
  members: { delivery: ClaimedDelivery; mail: Mail }[]
}

type SortedMails = {
  singles: ClaimedDelivery[]
  batches: MailDeliveryBatch[]
  /** Ids of batches that cannot be sent again as they were. */
  ended: AttemptedDelivery[]
}

function groupMailsByBatch(claimed: readonly ClaimedDelivery[]): ClaimedDelivery[][] {
  const groups = new Map<string, ClaimedDelivery[]>()
  for (const delivery of claimed) {
    if (delivery.channel !== 'email') continue
    const { call } = delivery
    groups.set(call, [...(groups.get(call) ?? []), delivery])
  }
  return [...groups.values()]
}

/** A batch of unknown outcome is sent again exactly as it was, or ends unknown where it cannot. */
export async function sortIntoMailBatches(
  ctx: Ctx<System>,
  claimed: readonly ClaimedDelivery[],
): Promise<SortedMails> {
  const name = randomToken(12)
  const sorted: SortedMails = {
    singles: claimed.filter(({ channel }) => channel !== 'email'),
    batches: [],
    ended: [],
  }
  for (const group of groupMailsByBatch(claimed)) {
    const batch = group[0]?.batch ?? null
    const members = group.flatMap((delivery) => toBatchMembers(ctx, delivery, batch !== null))
    if (batch !== null) {
      if (members.length === readBatchSize(batch)) sorted.batches.push({ key: batch, members })
      else sorted.ended.push(...group.map((delivery) => endWithUnknownResult(ctx, delivery)))
      continue
    }
    const isBatch = members.length > 1
    if (isBatch) {
      const key = `${name}:${sorted.batches.length}:${members.length}`
      sorted.batches.push({ key, members })
    }
    const together = new Set(isBatch ? members.map(({ delivery }) => delivery) : [])
    sorted.singles.push(...group.filter((delivery) => !together.has(delivery)))
  }
  return { ...sorted, batches: await saveBatchKeys(ctx, sorted.batches) }
}

function readBatchSize(batch: string): number {
  return Number(batch.split(':').at(-1))
}

/** Nothing for one that cannot leave now: sent by itself, it says why. */
function toBatchMembers(
  ctx: Ctx,
  delivery: ClaimedDelivery,
  isRepeated: boolean,
): MailDeliveryBatch['members'] {
  try {
    if (!isRepeated && deferForQuietHours(delivery, ctx.now)) return []
    const mail = renderMail(ctx, delivery)
    return mail ? [{ delivery, mail }] : []
  } catch {
    return []
  }
}

function endWithUnknownResult({ now }: Ctx, delivery: ClaimedDelivery): AttemptedDelivery {
  const { attempts, reason, error } = delivery
  const result = {
    status: 'unknown',
    nextAt: now,
    attempts,
    reason: reason ?? 'no_answer',
    error,
  } as const
  return { delivery, result, isGone: false }
}

/**
 * A crash changes nothing: under this key, these mails and no others are sent again.
 * @returns those that are still claimed whole
 */
async function saveBatchKeys(
  ctx: Ctx<System>,
  batches: readonly MailDeliveryBatch[],
): Promise<MailDeliveryBatch[]> {
  if (batches.length === 0) return []
  const kept = await write(
    ctx,
    batches.map(({ key, members }) => {
      const ids = JSON.stringify(members.map(({ delivery }) => delivery.id))
      const claim = members[0]?.delivery.claim
      return update(
        deliveries,
        { batch: key },
        {
          where: sql`${deliveries.id} in (select value from json_each(${ids}))
            and ${equals(deliveries.status, 'claimed')} and ${deliveries.claim} = ${claim}`,
          returning: { id: deliveries.id },
        },
      )
    }),
  )
  return batches.filter(({ members }, index) => kept[index]?.length === members.length)
}
