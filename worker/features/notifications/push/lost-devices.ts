import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { pushSubscriptions } from '#worker/db/schema/notifications.ts'
import { remove } from '#worker/db/writes.ts'
import { insertNotificationDeliveries } from '#worker/outbox/notify.ts'
import { parseUserAgent } from '#worker/request/client-info.ts'

type LostDevice = { userId: UserId; endpoint: string; userAgent: string | null }

/** Ends a subscription that nobody ended on purpose, and tells its member once. */
export function endLostDevice(
  ctx: Ctx,
  { userId, endpoint, userAgent }: LostDevice,
): Statement<unknown>[] {
  const isLost = sql`${pushSubscriptions.endpoint} = ${endpoint}
    and ${pushSubscriptions.userId} = ${userId}`
  return [
    insertNotificationDeliveries(ctx, {
      kind: 'device_lost',
      key: sql`select 'device_lost:' || ${pushSubscriptions.id} from ${pushSubscriptions} where ${isLost}`,
      users: sql`select ${pushSubscriptions.userId} from ${pushSubscriptions} where ${isLost}`,
      payload: parseUserAgent(userAgent),
    }),
    remove(pushSubscriptions, { where: isLost }),
  ]
}
