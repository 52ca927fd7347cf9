import { sql } from 'drizzle-orm'
import { read, writeInOrder, type Contributor, type Ctx } from '#worker/context.ts'
import { streamerFollows, streamers } from '#worker/db/schema/directory.ts'
import { select } from '#worker/db/statement.ts'
import { insert } from '#worker/db/writes.ts'
import { earnXpForEach } from '#worker/features/gamification/ledger/ledger.ts'
import {
  buildRewardResultView,
  selectProgress,
} from '#worker/features/gamification/ledger/progress.ts'
import { AppError } from '#worker/api/errors.ts'
import type { FollowStreamersInput, FollowStreamersView } from './contract.ts'

export async function followStreamers(
  ctx: Ctx<Contributor>,
  { streamer_ids: ids }: FollowStreamersInput,
): Promise<FollowStreamersView> {
  const { now, actor } = ctx
  const { userId } = actor
  const { before } = await read(ctx, { before: selectProgress(actor) })
  if (!before) throw new AppError('unauthenticated', 'session_ended')
  const requestedIds = sql`(select value from json_each(${JSON.stringify(ids)}))`
  const followed = sql`from ${streamerFollows}
    where ${streamerFollows.userId} = ${userId} and ${streamerFollows.streamerId} in ${requestedIds}`
  const [entries, rewards] = earnXpForEach(ctx, {
    userId,
    action: 'follow',
    subjects: sql`select 'streamer:' || ${streamerFollows.streamerId} as subject ${followed}`,
    possible: ids.map((id) => `streamer:${id}`),
  })
  const results = await writeInOrder(ctx, {
    follows: insert(
      streamerFollows,
      { streamerId: streamers.id, userId, createdAt: now },
      {
        from: sql`${streamers}`,
        where: sql`${streamers.id} in ${requestedIds}`,
        onConflict: sql`do nothing`,
      },
    ),
    entries,
    followed: select(
      { id: streamerFollows.streamerId },
      sql`${followed} order by ${streamerFollows.streamerId}`,
    ),
    after: selectProgress(actor),
    rewards,
  })
  const last = results.entries.at(-1)
  const points = results.entries.reduce((sum, entry) => sum + entry.points, 0)
  return {
    followed_streamers: results.followed.map(({ id }) => id),
    gamification_info: buildRewardResultView(ctx, {
      action: 'follow',
      before,
      after: results.after ?? before,
      earned: last && { ...last, points },
      isCapped: last?.points === 0,
    }),
  }
}
