import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import type { CalendarFeedId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { AppError } from '#worker/api/errors.ts'
import { decrypt, encrypt, randomToken, sha256 } from '#worker/auth/crypto.ts'
import {
  subscriptionLinks,
  type CalendarFeedInput,
  type CalendarFeedScope,
  type CalendarFeedsView,
  type CalendarFeedView,
} from './contract.ts'

/** Enough for every device; each can be revoked alone. */
const mostFeeds = 10

type Row = {
  id: CalendarFeedId
  token: string
  scope: CalendarFeedScope
  createdAt: number
  lastUsedAt: number | null
}
const columns = sql.raw('id, token, scope, created_at as "createdAt", last_used_at as "lastUsedAt"')

export function selectCalendarFeeds({ db, actor }: Ctx<Member>): Statement<Row[]> {
  return rows<Row>(
    db,
    sql`select ${columns} from calendar_feeds where user_id = ${actor.userId} order by id`,
  )
}

export function toCalendarFeeds(ctx: Ctx, found: Row[]): CalendarFeedsView {
  return { items: found.map((row) => toView(ctx, row)) }
}

function toView(ctx: Ctx, { id, token, scope, createdAt, lastUsedAt }: Row): CalendarFeedView {
  return {
    id,
    scope,
    created_at: toInstant(createdAt),
    last_used_at: lastUsedAt === null ? null : toInstant(lastUsedAt),
    links: linksOf(ctx, token),
  }
}

function linksOf({ config }: Ctx, sealed: string): CalendarFeedView['links'] {
  try {
    const token = decrypt(config.ENCRYPTION_KEY, sealed)
    return subscriptionLinks(`${config.SITE_URL}/feeds/me/${token}.ics`)
  } catch {
    // Encrypted with a key that was replaced.
    return null
  }
}

export async function listCalendarFeeds(ctx: Ctx<Member>): Promise<CalendarFeedsView> {
  const [found] = await read(ctx, [selectCalendarFeeds(ctx)])
  return toCalendarFeeds(ctx, found)
}

export async function createCalendarFeed(
  ctx: Ctx<Member>,
  { scope }: CalendarFeedInput,
): Promise<CalendarFeedView> {
  const { db, now, actor, config } = ctx
  const token = randomToken()
  const [[made]] = await write(ctx, [
    rows<Row>(
      db,
      sql`insert into calendar_feeds (user_id, token_hash, token, scope, created_at)
        select id, ${sha256(token)}, ${encrypt(config.ENCRYPTION_KEY, token)}, ${scope}, ${now}
        from users where id = ${actor.userId}
          and (select count(*) from calendar_feeds where user_id = users.id) < ${mostFeeds}
        returning ${columns}`,
    ),
  ])
  if (!made) throw new AppError('conflict', 'too_many_calendar_feeds')
  return toView(ctx, made)
}

/** Its address answers 404 from then on. */
export async function revokeCalendarFeed(ctx: Ctx<Member>, id: CalendarFeedId): Promise<void> {
  const [revoked] = await write(ctx, [
    rows(
      ctx.db,
      sql`delete from calendar_feeds where id = ${id} and user_id = ${ctx.actor.userId} returning id`,
    ),
  ])
  if (revoked.length === 0) throw new AppError('not_found', 'calendar_feed_not_found')
}
