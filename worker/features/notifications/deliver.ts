import { sql, type SQL } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import type { DeliveryId } from '#worker/contract.ts'
import { rows } from '#worker/db/client.ts'
import type { QueueMessage } from '#worker/messages.ts'
import { randomToken } from '#worker/platform/crypto.ts'
import type { Outcome } from '#worker/platform/outbound.ts'
import type { Claimed } from './claimed.ts'
import { eventColumns } from './notice.ts'
import { verdictOf } from './retry.ts'
import { sendOne } from './send-one.ts'
import { isStillWanted } from './still-wanted.ts'

function idList(ids: DeliveryId[]): SQL {
  return sql`(select value from json_each(${JSON.stringify(ids)}))`
}

/**
 * Claims, sends and marks. Two consumers with the same ids never send one delivery twice: the claim
 * is a conditional update, and only what it took is sent.
 */
export async function deliver(
  ctx: Ctx<System>,
  { ids }: Extract<QueueMessage, { type: 'deliver' }>,
): Promise<void> {
  const claimed = await claim(ctx, ids)
  if (claimed.length === 0) return
  const startedAt = Date.now()
  const tried = await inTurn(claimed, async (delivery): Promise<Tried> => {
    const now = ctx.now + (Date.now() - startedAt)
    return { delivery, outcome: await tryOne({ ...ctx, now }, delivery) }
  })
  await mark(ctx, tried)
}

/** The runtime opens six connections at once; one that waits for its turn would time out unsent. */
const sendersAtOnce = 5

async function inTurn<Item, Result>(
  items: Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = [...items]
  async function work(): Promise<void> {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      results.push(await run(item))
    }
  }
  await Promise.all(Array.from({ length: sendersAtOnce }, work))
  return results
}

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

async function claim(ctx: Ctx, ids: DeliveryId[]): Promise<Claimed[]> {
  const { db, now } = ctx
  const name = randomToken(12)
  const isDue = sql`id in ${idList(ids)} and status = 'pending' and next_at <= ${now}`
  const [, , claimed] = await write(ctx, [
    rows(
      db,
      sql`update deliveries set status = 'claimed', claimed_at = ${now}, claim = ${name},
          attempts = attempts + 1
        where ${isDue} and (deadline_at is null or deadline_at > ${now}) and ${isStillWanted(now)}`,
    ),
    rows(
      db,
      sql`update deliveries set status = iif(attempts = 0, 'stopped', 'dead'),
          error = coalesce(error, 'no longer wanted') where ${isDue}`,
    ),
    rows<Claimed>(
      db,
      sql`select d.id, d.claim, d.key, d.user_id as userId, d.channel, d.kind, d.payload, d.attempts,
          d.deadline_at as deadlineAt, u.username, u.email, u.interface_language as locale,
          u.timezone_name as timeZone, u.discord_webhook as webhook,
          ${eventColumns}
        from deliveries d join users u on u.id = d.user_id left join events e on e.id = d.event_id
        where d.status = 'claimed' and d.claim = ${name}`,
    ),
  ])
  return claimed
}

type Tried = { delivery: Claimed; outcome: Outcome }

async function mark(ctx: Ctx, tried: Tried[]): Promise<void> {
  const { db, now } = ctx
  const updates = tried.map(({ delivery, outcome }) => {
    const verdict = verdictOf(outcome, { ...delivery, now })
    return rows(
      db,
      sql`update deliveries set status = ${verdict.status}, next_at = ${verdict.nextAt},
          attempts = ${verdict.attempts}, error = ${verdict.error}, sent_at = ${verdict.status === 'sent' ? now : null},
          claim = null, claimed_at = null
        where id = ${delivery.id} and status = 'claimed' and claim = ${delivery.claim}`,
    )
  })
  const gone = tried.flatMap(({ delivery, outcome }) => (outcome.kind === 'gone' ? [delivery] : []))
  await write(ctx, [
    ...updates,
    ...gone.map(({ userId, webhook }) =>
      rows(
        db,
        sql`update users set discord_disabled_at = ${now}
          where id = ${userId} and discord_webhook = ${webhook}`,
      ),
    ),
  ])
}
