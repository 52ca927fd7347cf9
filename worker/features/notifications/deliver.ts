import { sql, type SQL } from 'drizzle-orm'
import pLimit from 'p-limit'
import { write, type Ctx, type System } from '#worker/context.ts'
import type { DeliveryId } from '#worker/contracts/ids.ts'
import { rows } from '#worker/db/client.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { randomToken } from '#worker/auth/crypto.ts'
import type { Outcome } from '#worker/integrations/http/outbound.ts'
import type { Claimed } from './claimed.ts'
import { followsIt } from './audience.ts'
import { forgetGone } from './gone.ts'
import { eventColumns, digestEvents } from './notice.ts'
import { quietReason } from '#worker/features/delivery-times/quiet-until.ts'
import { quietVerdict } from './quiet-hours.ts'
import { closesAt } from './reminders.ts'
import { nextDeliveryState, type DeliveryResult } from './retry.ts'
import { sendOne } from './send-one.ts'
import { isStillDeliverable } from './eligibility.ts'

function idList(ids: DeliveryId[]): SQL {
  return sql`(select value from json_each(${JSON.stringify(ids)}))`
}

/**
 * Claims, sends and marks. Two consumers with the same ids never send one delivery twice: the claim
 * is a conditional update, and only what it took is sent.
 */
export async function deliver(
  ctx: Ctx<System>,
  { ids, isBulk }: Extract<QueueMessage, { type: 'deliver' }>,
): Promise<void> {
  const claimed = await claim(ctx, ids)
  if (claimed.length === 0) return
  const startedAt = Date.now()
  const limit = pLimit(isBulk ? bulkSenders : senders)
  const tried = await limit.map(claimed, async (delivery): Promise<Tried> => {
    const now = ctx.now + (Date.now() - startedAt)
    const quiet = quietVerdict(delivery, now)
    if (quiet) return { delivery, verdict: quiet, isGone: false }
    const outcome = await tryOne({ ...ctx, now }, delivery)
    const verdict = nextDeliveryState(outcome, { ...delivery, now: ctx.now })
    return { delivery, verdict, isGone: outcome.kind === 'gone' }
  })
  await mark(ctx, tried)
}

/** The runtime opens six connections at once; one that waits for its turn would time out unsent. */
const senders = 5
/** Leaves the mail service room for what is urgent. */
const bulkSenders = 2

/** One that cannot even be written must not take its neighbours along. */
async function tryOne(ctx: Ctx, delivery: Claimed): Promise<Outcome> {
  if (delivery.deadlineAt !== null && ctx.now >= delivery.deadlineAt) {
    return { kind: 'refused', error: 'too late' }
  }
  try {
    return await sendOne(ctx, delivery)
  } catch (error) {
    return { kind: 'refused', error: error instanceof Error ? error.message : 'not writable' }
  }
}

/**
 * What a digest names is kept at its first try: from then on a mail may have been taken, and under one
 * idempotency key it says the same each time. Until then it names what stands at that moment.
 */
function withListed(now: number): SQL {
  const row = sql.raw('deliveries')
  const listed = digestEvents(row, sql`e.start_at > ${now} and ${followsIt(row)}`)
  return sql`iif(payload ->> '$.events' is not null and (attempts = 0 or payload ->> '$.listed' is null),
    json_set(payload, '$.listed', json(${listed})), payload)`
}

async function claim(ctx: Ctx, ids: DeliveryId[]): Promise<Claimed[]> {
  const { db, now } = ctx
  const name = randomToken(12)
  const isDue = sql`id in ${idList(ids)} and status = 'pending' and next_at <= ${now}`
  const [, , claimed] = await write(ctx, [
    rows(
      db,
      sql`update deliveries set status = 'claimed', claimed_at = ${now}, claim = ${name},
          attempts = attempts + 1, payload = ${withListed(now)}
        where ${isDue} and (deadline_at is null or ${closesAt(sql`deliveries`)} > ${now}) and ${isStillDeliverable(now)}`,
    ),
    rows(
      db,
      sql`update deliveries set status = iif(attempts = 0, 'stopped', 'dead'), next_at = ${now},
          error = coalesce(nullif(error, ${quietReason}), 'no longer wanted') where ${isDue}`,
    ),
    rows<Claimed>(
      db,
      sql`select d.id, d.claim, d.key, d.user_id as userId, d.channel, d.kind, d.payload, d.attempts,
          d.created_at as createdAt, ${closesAt(sql`d`)} as deadlineAt, u.username, u.email, u.interface_language as locale,
          u.timezone_name as timeZone, u.hour_cycle as hourCycle,
          u.quiet_from as quietFrom, u.quiet_to as quietTo, u.discord_webhook as webhook,
          p.endpoint, p.p256dh, p.auth,
          (select json_extract(c.texts, '$.' || (d.payload ->> 'language')) from campaigns c
            where d.kind in ('campaign', 'campaign_test') and c.id = d.payload ->> 'campaign') as campaignText,
          ${eventColumns}, coalesce(d.payload ->> '$.listed', '[]') as listed
        from deliveries d join users u on u.id = d.user_id left join events e on e.id = d.event_id
          left join push_subscriptions p on p.id = d.subscription_id and p.user_id = d.user_id
        where d.status = 'claimed' and d.claim = ${name}`,
    ),
  ])
  return claimed
}

type Tried = { delivery: Claimed; verdict: DeliveryResult; isGone: boolean }

async function mark(ctx: Ctx, tried: Tried[]): Promise<void> {
  const { db, now } = ctx
  const updates = tried.map(({ delivery, verdict }) =>
    rows(
      db,
      sql`update deliveries set status = ${verdict.status}, next_at = ${verdict.nextAt},
          attempts = ${verdict.attempts}, error = ${verdict.error}, sent_at = ${verdict.status === 'sent' ? now : null},
          claim = null, claimed_at = null
        where id = ${delivery.id} and status = 'claimed' and claim = ${delivery.claim}`,
    ),
  )
  const gone = tried.flatMap(({ delivery, isGone }) => (isGone ? [delivery] : []))
  await write(ctx, [...updates, ...gone.map((delivery) => forgetGone(ctx, delivery))])
}
