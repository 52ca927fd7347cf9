import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member, type Moderator } from '#worker/context.ts'
import type { StreamingAccountId } from '#worker/contracts/ids.ts'
import { streamingAccounts } from '#worker/db/schema/directory.ts'
import {
  allowPicture,
  finishPictureChange,
  removePicture,
  selectStoredPicturePath,
} from '#worker/features/media/platform-pictures/remove-picture.ts'
import { auditChange } from '#worker/audit/audit-entries.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { formatChannel, selectAccount, type AccountRef } from './admin-streamer-accounts.ts'
import { selectExistingStreamer, toAdminStreamer } from './admin-streamer-rows.ts'
import { streamerIdOfUser } from './claims.ts'
import type { AdminStreamer } from './contract.ts'
import type { MyStreamerView } from './my-contract.ts'
import { selectOwnStreamer, toMyStreamer } from './my-streamer.ts'
import { readOwnAccount } from './streaming-accounts.ts'

/** @throws AppError `streaming_account_not_found` */
export async function showChannelPicture(
  ctx: Ctx<Moderator>,
  accountRef: AccountRef,
  isShown: boolean,
): Promise<AdminStreamer> {
  const { id } = accountRef
  const { account } = await read(ctx, { account: selectAccount(accountRef) })
  const picture = {
    kind: 'channel',
    platform: account.platform,
    subject: account.nameKey,
  } as const
  const { stored, changed, after } = await write(ctx, {
    stored: selectStoredPicturePath(picture),
    changed: auditChange(ctx, (isShown ? allowPicture : removePicture)(ctx, 'team', picture), {
      act: isShown ? 'show_picture' : 'remove_picture',
      subject: 'streamer',
      id,
      from: formatChannel(account),
    }),
    after: selectExistingStreamer(id),
  })
  if (changed.hasChanged) {
    await finishPictureChange(ctx, { stored, isShown })
    await queuePurge(ctx, { type: 'streamer', id })
  }
  return toAdminStreamer(after)
}

/** Does not show what the team removed. @throws AppError `streaming_account_not_found` */
export async function showMyChannelPicture(
  ctx: Ctx<Member>,
  id: StreamingAccountId,
  isShown: boolean,
): Promise<MyStreamerView> {
  const isOwn = sql`${streamingAccounts.id} = ${id} and ${streamingAccounts.verifiedAt} is not null
    and ${streamingAccounts.streamerId} = ${streamerIdOfUser(ctx.actor.userId)}`
  const { platform, nameKey: subject, streamerId } = await readOwnAccount(ctx, isOwn)
  const isStillOwn = sql`exists (select 1 from ${streamingAccounts} where ${isOwn})`
  const picture = { kind: 'channel', platform, subject, when: isStillOwn } as const
  const { stored, changed, after } = await write(ctx, {
    stored: selectStoredPicturePath(picture),
    changed: (isShown ? allowPicture : removePicture)(ctx, 'owner', picture),
    after: selectOwnStreamer(ctx.actor),
  })
  if (changed.length > 0) {
    await finishPictureChange(ctx, { stored, isShown })
    await queuePurge(ctx, { type: 'streamer', id: streamerId })
  }
  return toMyStreamer(after)
}
