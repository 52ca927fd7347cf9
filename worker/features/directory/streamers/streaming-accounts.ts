import { sql } from 'drizzle-orm'
import { read, write, type Contributor, type Ctx, type Member } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { StreamerId, StreamingAccountId } from '#worker/contracts/ids.ts'
import { rows } from '#worker/db/client.ts'
import { queuePurge } from '#worker/features/operations/cache/purge.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { reverseXp } from '#worker/features/gamification/ledger/ledger.ts'
import { AppError } from '#worker/api/errors.ts'
import { accountSubject, ownStreamer } from './claims.ts'
import type { MyStreamerView, StreamingAccountInput } from './my-contract.ts'
import { selectOwn, toMyStreamer } from './my-streamer.ts'

const mostAccounts = 10

/**
 * Adds a channel that is typed rather than proved, and so not verified. One that another streamer
 * has, owned or not, is had by proof alone.
 * @throws AppError `no_streamer_profile`, `too_many_accounts`, `account_taken`
 */
export async function addStreamingAccount(
  ctx: Ctx<Contributor>,
  { platform, name }: StreamingAccountInput,
): Promise<MyStreamerView> {
  const { db, now } = ctx
  const { userId } = ctx.actor
  const key = accountKey(name)
  const [[before]] = await read(ctx, [selectOwn(ctx, userId)])
  if (!before) throw new AppError('conflict', 'no_streamer_profile')
  const isMine = (view: MyStreamerView) =>
    view.items.some((one) => one.platform === platform && accountKey(one.name) === key)
  const known = toMyStreamer(before)
  if (isMine(known)) return known
  if (known.items.length >= mostAccounts) throw new AppError('conflict', 'too_many_accounts')
  const [, [after]] = await write(ctx, [
    rows(
      db,
      sql`insert into streaming_accounts (streamer_id, platform, name, name_key, created_at)
        select id, ${platform}, ${name}, ${key}, ${now} from streamers where user_id = ${userId}
        on conflict do nothing`,
    ),
    selectOwn(ctx, userId),
  ])
  const view = toMyStreamer(after)
  if (!isMine(view)) throw new AppError('conflict', 'account_taken')
  await queuePurge(ctx, { type: 'streamer', id: before.id })
  return view
}

type Removed = { streamerId: StreamerId; platform: Platform; nameKey: string }

/**
 * Takes a channel out of the member's profile, and back what proving it gave.
 * @throws AppError `streaming_account_not_found`
 */
export async function removeStreamingAccount(
  ctx: Ctx<Member>,
  id: StreamingAccountId,
): Promise<MyStreamerView> {
  const { db } = ctx
  const { userId } = ctx.actor
  const own = ownStreamer(userId)
  const [[found]] = await read(ctx, [
    rows<Removed>(
      db,
      sql`select streamer_id as streamerId, platform, name_key as nameKey from streaming_accounts
        where id = ${id} and streamer_id = ${own}`,
    ),
  ])
  if (!found) throw new AppError('not_found', 'streaming_account_not_found')
  const [, , [after]] = await write(ctx, [
    rows(db, sql`delete from streaming_accounts where id = ${id} and streamer_id = ${own}`),
    reverseXp(ctx, { userId, action: 'account_verified', subject: accountSubject(found) }),
    selectOwn(ctx, userId),
  ])
  await queuePurge(ctx, { type: 'streamer', id: found.streamerId })
  return toMyStreamer(after)
}
