import { sql } from 'drizzle-orm'
import { hourMs } from '#worker/contracts/durations.ts'
import { write, writeInOrder, type Ctx, type Visitor } from '#worker/context.ts'
import { clientErrors, clientEventCounts } from '#worker/db/schema/operations.ts'
import { buildSetSql, insert } from '#worker/db/writes.ts'
import {
  attemptAllowedSql,
  recordAttempt,
  ipAddressRateLimit,
} from '#worker/request/attempt-limits.ts'
import type { ClientErrorInput, ClientEventInput } from './contract.ts'
import { redactPersonalData } from '#worker/logging/redact-personal-data.ts'

/** A broken build must not fill the database, nor one browser take all the room there is. */
const errorsPerHour = 1000
const errorsPerAddress = 60

/** Leaves out what could tell who sat there. */
export async function recordClientError(
  ctx: Ctx<Visitor>,
  { message, stack, route, build }: ClientErrorInput,
  address: string | undefined,
): Promise<void> {
  const { now } = ctx
  const rateLimit = ipAddressRateLimit(ctx, 'client_error', address, errorsPerAddress)
  await writeInOrder(ctx, {
    error: insert(
      clientErrors,
      {
        message: redactPersonalData(message),
        stack: stack ? redactPersonalData(stack) : null,
        route: redactPersonalData(route),
        build,
        at: now,
      },
      {
        where: sql`${attemptAllowedSql(ctx, rateLimit)} and (select count(*) from
          (select 1 from ${clientErrors} where ${clientErrors.at} > ${now - hourMs}
            limit ${errorsPerHour})) < ${errorsPerHour}`,
      },
    ),
    attempt: recordAttempt(ctx, rateLimit),
  })
}

export async function countClientEvent(
  ctx: Ctx<Visitor>,
  { name }: ClientEventInput,
): Promise<void> {
  const day = new Date(ctx.now).toISOString().slice(0, 10)
  await write(ctx, {
    count: insert(
      clientEventCounts,
      { key: `${name}:${day}`, count: 1 },
      {
        onConflict: sql`do update set ${buildSetSql(clientEventCounts, {
          count: sql<number>`${clientEventCounts.count} + 1`,
        })}`,
      },
    ),
  })
}
