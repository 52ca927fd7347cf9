import { sql } from 'drizzle-orm'
import { read, writeInOrder, type Ctx } from '#worker/context.ts'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { equals } from '#worker/db/conditions.ts'
import { booleanSql } from '#worker/db/row.ts'
import { events, hypes } from '#worker/db/schema/events.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { remove } from '#worker/db/writes.ts'
import { AppError } from '#worker/api/errors.ts'
import { preparedReverseXp } from '#worker/features/gamification/ledger/ledger.ts'
import { readUnhypeToken } from '#worker/auth/unhype-token.ts'

type HypeKey = { eventId: EventId; userId: UserId }

const isHypeOf = ({ eventId, userId }: Params<HypeKey>) =>
  sql`${hypes.eventId} = ${eventId} and ${hypes.userId} = ${userId}`

const selectHypeState = prepare(({ eventId, userId }: Params<HypeKey>) =>
  selectFirst(
    {
      name: events.name,
      slug: events.slug,
      endAt: events.endAt,
      isHyped: booleanSql(
        sql`exists (select 1 from ${hypes} where ${isHypeOf({ eventId, userId })})`,
      ),
    },
    sql`from ${events} where ${events.id} = ${eventId} and ${equals(events.status, 'approved')}`,
  ),
)

const deleteHype = prepare((hype: Params<HypeKey>) => remove(hypes, { where: isHypeOf(hype) }))

/** `over` once the event ended, for its hypes are then final. */
export type HypeLinkView = { name: string; slug: string; state: 'hyped' | 'not_hyped' | 'over' }

/** @throws AppError `page_not_found` for a token that is none of ours, `event_not_found` */
export async function getHypeByLink(ctx: Ctx, token: string): Promise<HypeLinkView> {
  const { event } = await read(ctx, { event: selectHypeState(readUnhypeToken(ctx, token)) })
  if (!event) throw new AppError('not_found', 'event_not_found')
  const { name, slug, endAt, isHyped } = event
  if (endAt <= ctx.now) return { name, slug, state: 'over' }
  return { name, slug, state: isHyped ? 'hyped' : 'not_hyped' }
}

/** Repeating it changes nothing. Throws like `getHypeByLink`. */
export async function unhypeByLink(ctx: Ctx, token: string): Promise<HypeLinkView> {
  const hype = readUnhypeToken(ctx, token)
  const linkedHype = await getHypeByLink(ctx, token)
  if (linkedHype.state === 'over') return linkedHype
  const subject = `event:${hype.eventId}`
  await writeInOrder(ctx, [
    deleteHype(hype),
    preparedReverseXp('hype')({ userId: hype.userId, subject, now: ctx.now }),
  ])
  return { ...linkedHype, state: 'not_hyped' }
}
