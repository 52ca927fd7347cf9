import { sql } from 'drizzle-orm'
import { assertSession, read, write, type Ctx, type Member } from '#worker/context.ts'
import type { PushSubscriptionId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { parseUserAgent } from '#worker/request/client-info.ts'
import { AppError, invalid } from '#worker/api/errors.ts'
import { encrypt, sha256 } from '#worker/auth/crypto.ts'
import { isP256Point } from '#worker/integrations/web-push/push-sender.ts'
import { ruleText } from '#worker/api/validation-texts.ts'
import type { DeviceInput, PushDevicesView, PushDeviceView } from './contract.ts'
import type { PushSubscriptionInput } from '#worker/contracts/push-subscription.ts'

type Row = {
  id: PushSubscriptionId
  endpoint: string
  userAgent: string | null
  createdAt: number
  lastUsedAt: number
}

/** Beyond that the one that was longest without use goes. */
const mostDevices = 10

export function selectDevices({ db, actor }: Ctx<Member>): Statement<Row[]> {
  return rows<Row>(
    db,
    sql`select id, endpoint, user_agent as userAgent, created_at as createdAt,
        last_used_at as lastUsedAt
      from push_subscriptions where user_id = ${actor.userId}
      order by last_used_at desc, id desc limit ${mostDevices}`,
  )
}

function toDevice({ id, endpoint, userAgent, createdAt, lastUsedAt }: Row): PushDeviceView {
  return {
    id,
    ...parseUserAgent(userAgent),
    fingerprint: sha256(endpoint),
    created_at: toInstant(createdAt),
    last_used_at: toInstant(lastUsedAt),
  }
}

export function toDevices({ config }: Ctx, found: Row[]): PushDevicesView {
  return { public_key: config.VAPID_PUBLIC_KEY ?? null, items: found.map(toDevice) }
}

/** The browsers that the member is pushed to, the latest used first. */
export async function listDevices(ctx: Ctx<Member>): Promise<PushDevicesView> {
  const [found] = await read(ctx, [selectDevices(ctx)])
  return toDevices(ctx, found)
}

/**
 * Pushes to this browser from now on. Another member's pushes to it end with that: whoever signed
 * in last is who sits there.
 */
export async function subscribe(
  ctx: Ctx<Member>,
  { endpoint, keys }: PushSubscriptionInput,
  userAgent: string | undefined,
): Promise<PushDeviceView> {
  const { db, now, config } = ctx
  const { userId, sessionId } = ctx.actor
  const refusal = await findRefusal(ctx, keys)
  if (refusal) {
    await assertSession(ctx)
    throw refusal
  }
  const auth = encrypt(config.ENCRYPTION_KEY, keys.auth)
  const [, [device]] = await write(ctx, [
    endForOthers(ctx, endpoint),
    rows<Row>(
      db,
      sql`insert into push_subscriptions
          (user_id, session_id, endpoint, p256dh, auth, user_agent, created_at, last_used_at)
        values (${userId}, ${sessionId}, ${endpoint}, ${keys.p256dh}, ${auth},
          ${userAgent?.slice(0, 400) ?? null}, ${now}, ${now})
        on conflict (endpoint) do update set session_id = excluded.session_id,
          p256dh = excluded.p256dh, auth = excluded.auth, user_agent = excluded.user_agent,
          last_used_at = excluded.last_used_at
        returning id, endpoint, user_agent as userAgent, created_at as createdAt,
          last_used_at as lastUsedAt`,
    ),
    rows(
      db,
      sql`delete from push_subscriptions where user_id = ${userId} and id not in (
        select id from push_subscriptions where user_id = ${userId}
        order by last_used_at desc, id desc limit ${mostDevices})`,
    ),
  ])
  if (!device) throw new Error('the subscription was not written')
  return toDevice(device)
}

async function findRefusal(
  { config, locale }: Ctx,
  { p256dh }: PushSubscriptionInput['keys'],
): Promise<AppError | undefined> {
  if (!config.VAPID_PUBLIC_KEY) return new AppError('conflict', 'push_off')
  if (await isP256Point(p256dh)) return undefined
  return invalid([{ path: 'keys.p256dh', msg: ruleText('push_subscription', locale) }])
}

function endForOthers({ db, actor }: Ctx<Member>, endpoint: string): Statement {
  return rows(
    db,
    sql`delete from push_subscriptions where endpoint = ${endpoint} and user_id <> ${actor.userId}`,
  )
}

/**
 * Says that the member sits at this browser. Where it is one of their devices it belongs to the
 * session that asks from now on: the one before may have run out. One that was removed stays so.
 */
export async function touchDevice(ctx: Ctx<Member>, { endpoint }: DeviceInput): Promise<void> {
  const { db, now, actor } = ctx
  await write(ctx, [
    endForOthers(ctx, endpoint),
    rows(
      db,
      sql`update push_subscriptions set session_id = ${actor.sessionId}, last_used_at = ${now}
        where endpoint = ${endpoint} and user_id = ${actor.userId}`,
    ),
  ])
}

export async function removeDevice(ctx: Ctx<Member>, id: PushSubscriptionId): Promise<void> {
  const [removed] = await write(ctx, [
    rows(
      ctx.db,
      sql`delete from push_subscriptions where id = ${id} and user_id = ${ctx.actor.userId}
        returning id`,
    ),
  ])
  if (removed.length === 0) throw new AppError('not_found', 'push_device_not_found')
}
