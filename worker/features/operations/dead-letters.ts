import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Admin, type Ctx } from '#worker/context.ts'
import type { DeliveryId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { selectTotal, toAdminPage } from '#worker/db/admin-page.ts'
import { rows, type ResultOf, type Statement } from '#worker/db/client.ts'
import { audit } from '#worker/features/moderation/audit/audit.ts'
import { sendIds } from '#worker/features/outbox/outbox.ts'
import { AppError, type ErrorCode } from '#worker/api/errors.ts'
import type { DeadLettersQuery, DeadLetterView, RetryAllView } from './contract.ts'
import { isLetter, mayRetry, selectLetter, selectLetters, toLetter } from './dead-letter-rows.ts'

/** How many one call takes up again. */
const retriesAtOnce = 100

type Letters = ReturnType<typeof selectLetters>

/** The statements of a page of what failed for good or ended unknown, and of how many there are. */
export function selectLettersPage(
  ctx: Ctx,
  query: DeadLettersQuery,
): readonly [Letters, Statement<number>] {
  const { page, per_page } = query
  const where = isLetter(query)
  return [
    selectLetters(ctx, { where, limit: per_page, offset: (page - 1) * per_page }),
    selectTotal(sql`deliveries where ${where}`),
  ]
}

export function toLettersPage(
  query: DeadLettersQuery,
  [found, total]: readonly [ResultOf<Letters>, number],
): AdminPage<DeadLetterView> {
  return toAdminPage(query, found.map(toLetter), total)
}

export async function listDeadLetters(
  ctx: Ctx<Admin>,
  query: DeadLettersQuery,
): Promise<AdminPage<DeadLetterView>> {
  return toLettersPage(query, await read(ctx, selectLettersPage(ctx, query)))
}

const refusals: Partial<Record<DeadLetterView['retry'], ErrorCode>> = {
  outcome_unknown: 'delivery_outcome_unknown',
  too_late: 'delivery_too_late',
  unwanted: 'delivery_unwanted',
}

/**
 * Puts one delivery that failed for good back in the outbox, with all its tries. One that is there
 * already stays as it is; one that may have arrived is never sent again.
 * @throws AppError `delivery_not_found`, `delivery_outcome_unknown`, `delivery_too_late`, `delivery_unwanted`
 */
export async function retryDeadLetter(ctx: Ctx<Admin>, id: DeliveryId): Promise<DeadLetterView> {
  const [[before]] = await read(ctx, [selectLetter(ctx, id)])
  if (!before) throw new AppError('not_found', 'delivery_not_found')
  const refusal = refusals[before.retry]
  if (refusal) throw new AppError('conflict', refusal)
  if (before.retry === 'not_dead') return toLetter(before)
  const [revived, , [after]] = await write(ctx, [...revive(ctx, before), selectLetter(ctx, id)])
  if (!after) throw new AppError('not_found', 'delivery_not_found')
  const lost = refusals[after.retry]
  if (lost) throw new AppError('conflict', lost)
  await sendIds(
    ctx,
    revived.map((row) => row.id),
  )
  return toLetter(after)
}

/** Takes up again whatever failed for one reason and may be, the newest first. */
export async function retryAll(ctx: Ctx<Admin>, reason: string): Promise<RetryAllView> {
  const where: SQL = sql`${isLetter({ reason })} and ${mayRetry(ctx.now)}`
  const [found] = await read(ctx, [selectLetters(ctx, { where, limit: retriesAtOnce + 1 })])
  const letters = found.slice(0, retriesAtOnce)
  if (letters.length === 0) return { retried: 0, is_more: false }
  const results = await write(
    ctx,
    letters.flatMap((letter) => revive(ctx, letter)),
  )
  const ids = results.flat().map(({ id }) => id)
  await sendIds(ctx, ids)
  return { retried: ids.length, is_more: found.length > letters.length }
}

type Revived = { id: DeliveryId }
type Letter = { id: DeliveryId; reason: string | null }

function revive(
  ctx: Ctx<Admin>,
  { id, reason }: Letter,
): [Statement<Revived[]>, Statement<Revived[]>] {
  const { db, now } = ctx
  const entry = audit(ctx, {
    act: 'retry',
    subject: 'delivery',
    id,
    reason,
    when: sql`changes() = 1`,
  })
  return [
    rows<Revived>(
      db,
      sql`update deliveries set status = 'pending', attempts = 0, next_at = ${now}, error = null,
          claim = null, claimed_at = null
        where id = ${id} and ${mayRetry(now)} returning id`,
    ),
    // It returns no rows.
    entry as Statement<Revived[]>,
  ]
}
