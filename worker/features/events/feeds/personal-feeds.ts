import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import type { CalendarFeedId, UserId } from '#worker/contracts/ids.ts'
import { instantSql, type RowOf } from '#worker/db/row.ts'
import { calendarFeeds } from '#worker/db/schema/events.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { first, prepare, select, selectFirst, type Params } from '#worker/db/statement.ts'
import { insert, remove } from '#worker/db/writes.ts'
import { AppError } from '#worker/api/errors.ts'
import { decrypt, encrypt, randomToken, sha256 } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'
import {
  buildSubscriptionLinks,
  type CalendarFeedInput,
  type CalendarFeedsView,
  type CalendarFeedView,
} from './contract.ts'

/** Enough for every device; each can be revoked alone. */
const mostFeeds = 10

const columns = {
  id: calendarFeeds.id,
  token: calendarFeeds.token,
  scope: calendarFeeds.scope,
  created_at: instantSql(calendarFeeds.createdAt),
  last_used_at: instantSql(calendarFeeds.lastUsedAt),
}
type CalendarFeedRow = RowOf<typeof columns>

export const selectCalendarFeeds = prepare(({ userId }: Params<{ userId: UserId }>) =>
  select(
    columns,
    sql`from ${calendarFeeds} where ${calendarFeeds.userId} = ${userId} order by ${calendarFeeds.id}`,
  ),
)

export function toCalendarFeeds(ctx: Ctx, found: CalendarFeedRow[]): CalendarFeedsView {
  return { items: found.map((row) => toCalendarFeedView(ctx, row)) }
}

function toCalendarFeedView(ctx: Ctx, { token, ...feed }: CalendarFeedRow): CalendarFeedView {
  return { ...feed, links: buildFeedLinks(ctx, token) }
}

function buildFeedLinks(
  { config, locale }: Ctx,
  encryptedToken: string,
): CalendarFeedView['links'] {
  try {
    const token = decrypt(listEncryptionKeys(config), encryptedToken)
    return buildSubscriptionLinks(`${config.SITE_URL}/feeds/me/${token}.ics?lang=${locale}`)
  } catch {
    // Encrypted with a key that was replaced.
    return null
  }
}

export async function listCalendarFeeds(ctx: Ctx<Member>): Promise<CalendarFeedsView> {
  const { feeds } = await read(ctx, { feeds: selectCalendarFeeds(ctx.actor) })
  return toCalendarFeeds(ctx, feeds)
}

const selectVerified = prepare(({ userId }: Params<{ userId: UserId }>) =>
  selectFirst(
    { id: users.id },
    sql`from ${users} where ${users.id} = ${userId} and ${users.emailVerifiedAt} is not null`,
  ),
)

/** @throws AppError `verify_email_first`: the account may be of somebody who has not the address */
export async function createCalendarFeed(
  ctx: Ctx<Member>,
  { scope }: CalendarFeedInput,
): Promise<CalendarFeedView> {
  const { now, actor, config } = ctx
  const token = randomToken()
  const { verified, made } = await write(ctx, {
    verified: selectVerified(actor),
    made: first(
      insert(
        calendarFeeds,
        {
          userId: users.id,
          tokenHash: sha256(token),
          token: encrypt(config.ENCRYPTION_KEY, token),
          scope,
          createdAt: now,
        },
        {
          from: sql`${users}`,
          where: sql`${users.id} = ${actor.userId} and ${users.emailVerifiedAt} is not null
            and (select count(*) from ${calendarFeeds}
            where ${calendarFeeds.userId} = ${users.id}) < ${mostFeeds}`,
          returning: columns,
        },
      ),
    ),
  })
  if (!verified) throw new AppError('forbidden', 'verify_email_first')
  if (!made) throw new AppError('conflict', 'too_many_calendar_feeds')
  return toCalendarFeedView(ctx, made)
}

export async function revokeCalendarFeed(ctx: Ctx<Member>, id: CalendarFeedId): Promise<void> {
  const { revoked } = await write(ctx, {
    revoked: remove(calendarFeeds, {
      where: sql`${calendarFeeds.id} = ${id} and ${calendarFeeds.userId} = ${ctx.actor.userId}`,
      returning: { id: calendarFeeds.id },
    }),
  })
  if (revoked.length === 0) throw new AppError('not_found', 'calendar_feed_not_found')
}
