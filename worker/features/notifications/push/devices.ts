import { sql, type SQL } from 'drizzle-orm'
import { assertSession, read, write, writeInOrder, type Ctx, type Member } from '#worker/context.ts'
import type { PushSubscriptionId, UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import { equals, literal } from '#worker/db/conditions.ts'
import { instantSql, type RowOf } from '#worker/db/row.ts'
import { deliveries, pushSubscriptions } from '#worker/db/schema/notifications.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import { buildSetSql, insert, remove, update } from '#worker/db/writes.ts'
import { parseUserAgent } from '#worker/request/client-info.ts'
import { AppError, validationError } from '#worker/api/errors.ts'
import { encrypt, sha256 } from '#worker/auth/crypto.ts'
import { isP256Point } from '#worker/integrations/web-push/push-sender.ts'
import { validationRuleText } from '#worker/api/validation-texts.ts'
import type {
  DeviceComparisonView,
  DeviceInput,
  NewDeviceInput,
  PushDevicesView,
  PushDeviceView,
} from './contract.ts'
import { endLostDevice } from './lost-devices.ts'
import type { PushSubscriptionInput } from '#worker/contracts/push-subscription.ts'

const pushesSql = sql`${deliveries} where ${deliveries.userId} = ${pushSubscriptions.userId}
  and ${equals(deliveries.channel, 'push')} and ${deliveries.subscriptionId} = ${pushSubscriptions.id}`
const lastShownAt = sql<number | null>`(select max(${deliveries.readAt}) from ${pushesSql})`

/** Counts those that the push service keeps no longer. */
function countLostSql(now: SQL | number): SQL<number> {
  return sql<number>`(select count(*) from ${pushesSql} and ${equals(deliveries.status, 'sent')}
    and ${deliveries.handedAt} > ${lastShownAt}
    and coalesce(${deliveries.deadlineAt}, ${deliveries.sentAt} + ${literal(dayMs)}) <= ${now})`
}

const deviceColumnsAt = (now: SQL | number) => ({
  id: pushSubscriptions.id,
  endpoint: pushSubscriptions.endpoint,
  userAgent: pushSubscriptions.userAgent,
  created_at: instantSql(pushSubscriptions.createdAt),
  last_used_at: instantSql(pushSubscriptions.lastUsedAt),
  last_shown_at: instantSql(lastShownAt),
  lostCount: countLostSql(now),
})
type DeviceRow = RowOf<ReturnType<typeof deviceColumnsAt>>

/** Beyond that the one that was longest without use goes. */
const mostDevices = 10

const fromLatestDevicesSql = ({ userId }: Params<{ userId: UserId }>) =>
  sql`from ${pushSubscriptions} where ${pushSubscriptions.userId} = ${userId}
    order by ${pushSubscriptions.lastUsedAt} desc, ${pushSubscriptions.id} desc limit ${mostDevices}`

const preparedDevices = prepare((member: Params<{ userId: UserId; now: number }>) =>
  select(deviceColumnsAt(member.now), fromLatestDevicesSql(member)),
)

export function selectDevices({ actor, now }: Ctx<Member>) {
  return preparedDevices({ userId: actor.userId, now })
}

const removeBeyondMost = prepare((member: Params<{ userId: UserId }>) =>
  remove(pushSubscriptions, {
    where: sql`${pushSubscriptions.userId} = ${member.userId}
      and ${pushSubscriptions.id} not in (select ${pushSubscriptions.id} ${fromLatestDevicesSql(member)})`,
  }),
)

/** From fewer a member learns nothing: the device was off, or a report got lost. */
const reportedLoss = 3

function toDeviceView({ endpoint, userAgent, lostCount, ...device }: DeviceRow): PushDeviceView {
  return {
    ...device,
    ...parseUserAgent(userAgent),
    fingerprint: sha256(endpoint),
    is_losing: lostCount >= reportedLoss,
    is_silent: new URL(endpoint).hostname.endsWith('.push.apple.com'),
  }
}

export function toDevices({ config }: Ctx, found: DeviceRow[]): PushDevicesView {
  return { public_key: config.VAPID_PUBLIC_KEY ?? null, items: found.map(toDeviceView) }
}

export async function listDevices(ctx: Ctx<Member>): Promise<PushDevicesView> {
  const { devices } = await read(ctx, { devices: selectDevices(ctx) })
  return toDevices(ctx, devices)
}

/** Ends another member's pushes to this browser: whoever signed in last is who sits there. */
export async function subscribeDevice(
  ctx: Ctx<Member>,
  { endpoint, keys, replaces }: NewDeviceInput,
  userAgent: string | undefined,
): Promise<PushDeviceView> {
  const { now, config } = ctx
  const { userId, sessionId } = ctx.actor
  const refusal = await findSubscriptionError(ctx, keys)
  if (refusal) {
    await assertSession(ctx)
    throw refusal
  }
  const renewed = {
    sessionId,
    p256dh: keys.p256dh,
    auth: encrypt(config.ENCRYPTION_KEY, keys.auth),
    userAgent: userAgent?.slice(0, 400) ?? null,
    lastUsedAt: now,
  }
  const { devices } = await writeInOrder(ctx, {
    ended: removeOthersSubscriptions(ctx, endpoint),
    replaced: replaces === undefined || replaces === endpoint ? [] : [removeOwn(ctx, replaces)],
    devices: insert(
      pushSubscriptions,
      { userId, endpoint, createdAt: now, ...renewed },
      {
        onConflict: sql`(endpoint) do update set ${buildSetSql(pushSubscriptions, renewed)}`,
        returning: deviceColumnsAt(now),
      },
    ),
    removed: removeBeyondMost(ctx.actor),
  })
  const [device] = devices
  if (!device) throw new Error('the subscription was not written')
  return toDeviceView(device)
}

async function findSubscriptionError(
  { config, locale }: Ctx,
  { p256dh }: PushSubscriptionInput['keys'],
): Promise<AppError | undefined> {
  if (!config.VAPID_PUBLIC_KEY) return new AppError('conflict', 'push_off')
  if (await isP256Point(p256dh)) return undefined
  return validationError([
    { path: 'keys.p256dh', msg: validationRuleText('push_subscription', locale) },
  ])
}

function removeOwn({ actor }: Ctx<Member>, endpoint: string): Statement {
  return remove(pushSubscriptions, {
    where: sql`${pushSubscriptions.endpoint} = ${endpoint}
      and ${pushSubscriptions.userId} = ${actor.userId}`,
  })
}

function removeOthersSubscriptions({ actor }: Ctx<Member>, endpoint: string): Statement {
  return remove(pushSubscriptions, {
    where: sql`${pushSubscriptions.endpoint} = ${endpoint}
      and ${pushSubscriptions.userId} <> ${actor.userId}`,
  })
}

/** The session that asks gets the device: its former may have run out. A removed one stays so. */
export async function compareDevice(
  ctx: Ctx<Member>,
  { endpoint, is_lost }: DeviceInput,
  userAgent: string | undefined,
): Promise<DeviceComparisonView> {
  const { userId, sessionId } = ctx.actor
  const { renewed } = await writeInOrder(ctx, {
    ended: removeOthersSubscriptions(ctx, endpoint),
    lost: is_lost ? endLostDevice(ctx, { userId, endpoint, userAgent: userAgent ?? null }) : [],
    renewed: update(
      pushSubscriptions,
      { sessionId, lastUsedAt: ctx.now },
      {
        where: sql`${pushSubscriptions.endpoint} = ${endpoint}
          and ${pushSubscriptions.userId} = ${userId}`,
        returning: { id: pushSubscriptions.id },
      },
    ),
  })
  return { is_known: renewed.length > 0, public_key: ctx.config.VAPID_PUBLIC_KEY ?? null }
}

export async function removeDevice(ctx: Ctx<Member>, id: PushSubscriptionId): Promise<void> {
  const { removed } = await write(ctx, {
    removed: remove(pushSubscriptions, {
      where: sql`${pushSubscriptions.id} = ${id}
        and ${pushSubscriptions.userId} = ${ctx.actor.userId}`,
      returning: { id: pushSubscriptions.id },
    }),
  })
  if (removed.length === 0) throw new AppError('not_found', 'push_device_not_found')
}
