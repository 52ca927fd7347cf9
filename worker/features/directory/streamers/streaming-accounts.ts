import { sql, type SQL } from 'drizzle-orm'
import {
  read,
  write,
  writeInOrder,
  type Contributor,
  type Ctx,
  type Member,
} from '#worker/context.ts'
import type { StreamingAccountId } from '#worker/contracts/ids.ts'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { existing, select } from '#worker/db/statement.ts'
import { insert, remove } from '#worker/db/writes.ts'
import {
  finishPictureChange,
  removePicture,
  selectStoredPicturePath,
} from '#worker/features/media/platform-pictures/remove-picture.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { reverseXp } from '#worker/features/gamification/ledger/ledger.ts'
import { AppError } from '#worker/api/errors.ts'
import { streamerIdOfUser, verifiedAccountFact } from './claims.ts'
import type { MyStreamerView, StreamingAccountInput } from './my-contract.ts'
import { selectOwnStreamer, toMyStreamer } from './my-streamer.ts'

const mostAccounts = 10

/**
 * A channel that another streamer has, owned or not, is had by proof alone.
 * @throws AppError `no_streamer_profile`, `too_many_accounts`, `account_taken`
 */
export async function addStreamingAccount(
  ctx: Ctx<Contributor>,
  { platform, name }: StreamingAccountInput,
): Promise<MyStreamerView> {
  const key = accountKey(name)
  const { before } = await read(ctx, { before: selectOwnStreamer(ctx.actor) })
  if (!before) throw new AppError('conflict', 'no_streamer_profile')
  const isMine = (view: MyStreamerView) =>
    view.items.some((account) => account.platform === platform && accountKey(account.name) === key)
  const storedStreamer = toMyStreamer(before)
  if (isMine(storedStreamer)) return storedStreamer
  if (storedStreamer.items.length >= mostAccounts)
    throw new AppError('conflict', 'too_many_accounts')
  const { after } = await write(ctx, {
    added: insert(
      streamingAccounts,
      { streamerId: streamers.id, platform, name, nameKey: key, createdAt: ctx.now },
      {
        from: sql`${streamers}`,
        where: sql`${streamers.userId} = ${ctx.actor.userId}`,
        onConflict: sql`do nothing`,
      },
    ),
    after: selectOwnStreamer(ctx.actor),
  })
  const view = toMyStreamer(after)
  if (!isMine(view)) throw new AppError('conflict', 'account_taken')
  await queuePurge(ctx, { type: 'streamer', id: before.id })
  return view
}

/** @throws AppError `streaming_account_not_found` */
export async function readOwnAccount(ctx: Ctx<Member>, isOwn: SQL) {
  const { streamerId, platform, nameKey } = streamingAccounts
  const found = select(
    { streamerId, platform, nameKey },
    sql`from ${streamingAccounts} where ${isOwn}`,
  )
  const { account } = await read(ctx, { account: existing(found, 'streaming_account_not_found') })
  return account
}

/** Its picture goes with it for good. @throws AppError `streaming_account_not_found` */
export async function removeStreamingAccount(
  ctx: Ctx<Member>,
  id: StreamingAccountId,
): Promise<MyStreamerView> {
  const { userId } = ctx.actor
  const isOwn = sql`${streamingAccounts.id} = ${id}
    and ${streamingAccounts.streamerId} = ${streamerIdOfUser(userId)}`
  const account = await readOwnAccount(ctx, isOwn)
  const { platform, nameKey: subject } = account
  const isVerifiedOwn = sql`exists (select 1 from ${streamingAccounts}
    where ${isOwn} and ${streamingAccounts.verifiedAt} is not null)`
  const picture = { kind: 'channel', platform, subject } as const
  const { stored, forgotten, after } = await writeInOrder(ctx, {
    stored: selectStoredPicturePath(picture),
    forgotten: removePicture(ctx, 'owner', { ...picture, when: isVerifiedOwn }),
    removed: remove(streamingAccounts, { where: isOwn }),
    reversed: reverseXp(ctx, verifiedAccountFact(userId, account)),
    after: selectOwnStreamer(ctx.actor),
  })
  if (forgotten.length > 0) await finishPictureChange(ctx, { stored, isShown: false })
  await queuePurge(ctx, { type: 'streamer', id: account.streamerId })
  return toMyStreamer(after)
}
