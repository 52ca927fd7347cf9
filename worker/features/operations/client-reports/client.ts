import { sql } from 'drizzle-orm'
import { write, type Ctx, type System, type Visitor } from '#worker/context.ts'
import { rows } from '#worker/db/client.ts'
import { isAllowed, recordAttempt, limitByAddress } from '#worker/features/accounts/throttle.ts'
import type { ClientErrorInput, ClientEventInput } from './contract.ts'
import { redactPersonalData } from './redact-personal-data.ts'

const hourMs = 3_600_000
const keptMs = 30 * 24 * hourMs
/** A broken build must not fill the database, nor one browser take all the room there is. */
const errorsPerHour = 1000
const errorsPerAddress = 60

/** Keeps an error that the site met in a browser, less what could tell who sat there. */
export async function recordClientError(
  ctx: Ctx<Visitor>,
  { message, stack, route, build }: ClientErrorInput,
  address: string | undefined,
): Promise<void> {
  const { db, now } = ctx
  const rateLimit = limitByAddress(ctx, 'client_error', address, errorsPerAddress)
  await write(ctx, [
    rows(
      db,
      sql`insert into client_errors (message, stack, route, build, at)
        select ${redactPersonalData(message)}, ${stack ? redactPersonalData(stack) : null},
          ${redactPersonalData(route)}, ${build}, ${now}
        where ${isAllowed(ctx, rateLimit)}
          and (select count(*) from (select 1 from client_errors where at > ${now - hourMs}
            limit ${errorsPerHour})) < ${errorsPerHour}`,
    ),
    ...recordAttempt(ctx, rateLimit),
  ])
}

/** One more click of this name on this day. */
export async function countClientEvent(
  ctx: Ctx<Visitor>,
  { name }: ClientEventInput,
): Promise<void> {
  const day = new Date(ctx.now).toISOString().slice(0, 10)
  await write(ctx, [
    rows(
      ctx.db,
      sql`insert into client_event_counts (key, count) values (${`${name}:${day}`}, 1)
        on conflict do update set count = count + 1`,
    ),
  ])
}

/** Errors older than thirty days have told what they had to tell. */
export async function deleteOldClientErrors(ctx: Ctx<System>): Promise<void> {
  await write(ctx, [rows(ctx.db, sql`delete from client_errors where at < ${ctx.now - keptMs}`)])
}
