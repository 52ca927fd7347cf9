import { sql, type SQL } from 'drizzle-orm'
import { write, type Ctx, type Member, type Moderator } from '#worker/context.ts'
import type { StreamerId } from '#worker/contracts/ids.ts'
import { a } from '#worker/db/aliases.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { update } from '#worker/db/writes.ts'
import { auditChange } from '#worker/audit/audit-entries.ts'
import { AppError } from '#worker/api/errors.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import {
  selectExistingStreamer,
  toAdminStreamer,
} from '#worker/features/directory/streamers/admin-streamer-rows.ts'
import type { AdminStreamer } from '#worker/features/directory/streamers/contract.ts'
import type { MyStreamerView } from '#worker/features/directory/streamers/my-contract.ts'
import {
  selectOwnStreamer,
  toMyStreamer,
} from '#worker/features/directory/streamers/my-streamer.ts'

/** Triggers remember the channels, and delete what was collected about them. */
function changeListing({ now }: Ctx, of: SQL, isListed: boolean) {
  return update(
    streamers,
    { unlistedAt: isListed ? null : now },
    {
      where: sql`${of} and (${streamers.unlistedAt} is null) <> ${Number(isListed)}`,
      returning: { id: streamers.id },
    },
  )
}

/** Only with a verified channel. @throws AppError `no_streamer_profile`, `channel_not_proven` */
export async function listMyself(ctx: Ctx<Member>, isListed: boolean): Promise<MyStreamerView> {
  const isProven = sql`${streamers.userId} = ${ctx.actor.userId} and exists (select 1 from ${a}
    where ${a.streamerId} = ${streamers.id} and ${a.verifiedAt} is not null)`
  const { changed, after } = await write(ctx, {
    changed: changeListing(ctx, isProven, isListed),
    after: selectOwnStreamer(ctx.actor),
  })
  if (!after) throw new AppError('conflict', 'no_streamer_profile')
  if (after.is_listed !== isListed) throw new AppError('conflict', 'channel_not_proven')
  if (changed.length > 0) await queuePurge(ctx, { type: 'streamer', id: after.id })
  return toMyStreamer(after)
}

/** For who asks by mail or a report. @throws AppError `streamer_not_found` */
export async function listStreamer(
  ctx: Ctx<Moderator>,
  id: StreamerId,
  isListed: boolean,
): Promise<AdminStreamer> {
  const { changed, after } = await write(ctx, {
    changed: auditChange(ctx, changeListing(ctx, sql`${streamers.id} = ${id}`, isListed), {
      act: isListed ? 'relist' : 'unlist',
      subject: 'streamer',
      id,
    }),
    after: selectExistingStreamer(id),
  })
  if (changed.hasChanged) await queuePurge(ctx, { type: 'streamer', id })
  return toAdminStreamer(after)
}
