import { sql } from 'drizzle-orm'
import { read, type Ctx, type Visitor } from '#worker/context.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { TimeCertainty } from '#worker/features/events/contract.ts'

type PendingEvent = { start: string; timezone: string; time_certainty: TimeCertainty }

/** The subject of the pending action, for the sign-in pages. */
export type PendingSubject =
  | { action: 'propose' }
  | { action: 'follow'; name: string }
  | { action: 'hype' | 'calendar'; name: string; event: PendingEvent }

type EventRow = { name: string; startAt: number; timezone: string; certainty: TimeCertainty }

/** The event, streamer or game that the page `next` is to act on; undefined where there is none. */
export async function findPendingSubject(
  ctx: Ctx<Visitor>,
  next: string,
): Promise<PendingSubject | undefined> {
  const { pathname, searchParams } = new URL(next, 'https://same.invalid')
  if (searchParams.has('propose')) return { action: 'propose' }
  const follow = /^(streamer|game)-(\d{1,15})$/.exec(searchParams.get('follow') ?? '')
  if (follow)
    return findFollowed(ctx, follow[1] === 'game' ? 'game' : 'streamer', Number(follow[2]))
  const hyped = /^\d{1,15}$/.exec(searchParams.get('hype') ?? '')
  if (hyped) return findEvent(ctx, 'hype', sql`id = ${Number(hyped[0])}`)
  const slug = /\/events\/([a-z0-9-]+)$/.exec(pathname)?.[1]
  const isAdding = slug && searchParams.has('calendar')
  return isAdding ? findEvent(ctx, 'calendar', sql`slug = ${slug}`) : undefined
}

async function findFollowed(
  ctx: Ctx,
  kind: 'streamer' | 'game',
  id: number,
): Promise<PendingSubject | undefined> {
  const statement: Statement<{ name: string }[]> =
    kind === 'game'
      ? rows(ctx.db, sql`select name from games where id = ${id}`)
      : rows(ctx.db, sql`select display_name as name from streamers where id = ${id}`)
  const [[found]] = await read(ctx, [statement])
  return found && { action: 'follow', name: found.name }
}

async function findEvent(
  ctx: Ctx,
  action: 'hype' | 'calendar',
  isIt: ReturnType<typeof sql>,
): Promise<PendingSubject | undefined> {
  const [[found]] = await read(ctx, [
    rows<EventRow>(
      ctx.db,
      sql`select name, start_at as startAt, timezone, time_certainty as certainty
        from events where ${isIt} and status = 'approved'`,
    ),
  ])
  if (!found) return undefined
  const { name, startAt, timezone, certainty } = found
  const event = { start: toInstant(startAt), timezone, time_certainty: certainty }
  return { action, name, event }
}
