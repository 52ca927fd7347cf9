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
import { tellDecision, toEntryReasons } from '#worker/audit/tell-decision.ts'
import { sendQueuedDeliveries } from '#worker/outbox/lanes.ts'
import { auditChange } from '#worker/audit/audit-entries.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { formatChannel, selectAccount, type AccountRef } from './admin-streamer-accounts.ts'
import { selectExistingStreamer, toAdminStreamer } from './admin-streamer-rows.ts'
import { streamerIdOfUser } from './claims.ts'
import type { AdminStreamer, ChannelPictureInput } from './contract.ts'
import type { MyStreamerView } from './my-contract.ts'
import { selectOwnStreamer, toMyStreamer } from './my-streamer.ts'
import { readOwnAccount } from './streaming-accounts.ts'

/** The member whose channel it is hears why. @throws AppError `streaming_account_not_found` */
export async function showChannelPicture(
  ctx: Ctx<Moderator>,
  accountRef: AccountRef,
  input: ChannelPictureInput,
): Promise<AdminStreamer> {
  const { id } = accountRef
  const isShown = input.is_shown
  const reasons = input.is_shown ? null : input
  const act = isShown ? 'show_picture' : 'remove_picture'
  const decision = { act, subject: 'streamer', id } as const
  const { account } = await read(ctx, { account: selectAccount(accountRef) })
  const picture = {
    kind: 'channel',
    platform: account.platform,
    subject: account.nameKey,
  } as const
  const { stored, changed, after } = await write(ctx, {
    stored: selectStoredPicturePath(picture),
    changed: auditChange(
      ctx,
      (isShown ? allowPicture : removePicture)(ctx, 'team', picture),
      { ...decision, from: formatChannel(account), ...toEntryReasons(reasons) },
      tellDecision(ctx, decision, reasons),
    ),
    after: selectExistingStreamer(id),
  })
  if (changed.hasChanged) {
    await sendQueuedDeliveries(ctx, changed.notice.flat())
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
