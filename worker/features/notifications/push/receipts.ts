import { sql } from 'drizzle-orm'
import { write, type Ctx } from '#worker/context.ts'
import type { DeliveryId } from '#worker/contracts/ids.ts'
import { equals } from '#worker/db/conditions.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { deliveries, pushSubscriptions } from '#worker/db/schema/notifications.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { AppError } from '#worker/api/errors.ts'
import { hmacSha256 } from '#worker/auth/crypto.ts'
import { listSigningSecrets } from '#worker/auth/keys.ts'
import type { PushReceiptInput } from './contract.ts'

/** Stands in the encrypted message alone: who has it is the device that got it, signed in or not. */
export function createReceiptToken(secret: string, id: DeliveryId): string {
  return `${id}-${hmacSha256(secret, `push_receipt:${id}`)}`
}

/** Not of a device that has another member since, nor of who switched receipts off meanwhile. */
const recordShown = prepare(({ id, now }: Params<{ id: DeliveryId; now: number }>) =>
  update(
    deliveries,
    { readAt: sql<number>`coalesce(${deliveries.readAt}, ${now})` },
    {
      where: sql`${deliveries.id} = ${id} and ${equals(deliveries.channel, 'push')}
        and exists (select 1 from ${pushSubscriptions} join ${users} on ${users.id} = ${pushSubscriptions.userId}
          where ${pushSubscriptions.id} = ${deliveries.subscriptionId}
            and ${users.id} = ${deliveries.userId} and ${users.isPushReported})`,
      returning: { id: deliveries.id },
    },
  ),
)

/** Repeating it changes nothing. */
export async function recordPushReceipt(ctx: Ctx, { token }: PushReceiptInput): Promise<void> {
  const id = Number.parseInt(token, 10) as DeliveryId
  const isOurs = listSigningSecrets(ctx.config).some(
    (secret) => createReceiptToken(secret, id) === token,
  )
  const { shown } = isOurs
    ? await write(ctx, { shown: recordShown({ id, now: ctx.now }) })
    : { shown: [] }
  if (shown.length === 0) throw new AppError('not_found', 'push_device_not_found')
}
