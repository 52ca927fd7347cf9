import { sql } from 'drizzle-orm'
import { read, write, type Contributor, type Ctx } from '#worker/context.ts'
import type { StreamerId } from '#worker/contracts/ids.ts'
import { rows } from '#worker/db/client.ts'
import { earnXpForEach } from '#worker/features/gamification/ledger/ledger.ts'
import { gamificationInfo, selectProgress } from '#worker/features/gamification/ledger/progress.ts'
import { AppError } from '#worker/api/errors.ts'
import type { FollowStreamersInput, FollowStreamersView } from './contract.ts'

/** Follows many streamers in one transaction. Ids that nobody has are left out. */
export async function followStreamers(
  ctx: Ctx<Contributor>,
  { streamer_ids: ids }: FollowStreamersInput,
): Promise<FollowStreamersView> {
  const { db, now } = ctx
  const { userId } = ctx.actor
  const [[before]] = await read(ctx, [selectProgress(ctx, userId)])
  if (!before) throw new AppError('unauthenticated', 'session_ended')
  const wanted = sql`(select value from json_each(${JSON.stringify(ids)}))`
  const standing = sql`from streamer_follows where user_id = ${userId} and streamer_id in ${wanted}`
  const [earned, ...rewards] = earnXpForEach(ctx, {
    userId,
    action: 'follow',
    subjects: sql`select 'streamer:' || streamer_id as subject ${standing}`,
  })
  const [, entries, followed, [after = before]] = await write(ctx, [
    rows(
      db,
      sql`insert into streamer_follows (streamer_id, user_id, created_at)
        select id, ${userId}, ${now} from streamers where id in ${wanted} on conflict do nothing`,
    ),
    earned,
    rows<{ id: StreamerId }>(db, sql`select streamer_id as id ${standing} order by streamer_id`),
    selectProgress(ctx, userId),
    ...rewards,
  ])
  const last = entries.at(-1)
  const points = entries.reduce((sum, entry) => sum + entry.points, 0)
  return {
    followed_streamers: followed.map(({ id }) => id),
    gamification_info: gamificationInfo(ctx, {
      action: 'follow',
      before,
      after,
      earned: last && { ...last, points },
      isCapped: last?.points === 0,
    }),
  }
}
