import { sql, type SQL } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import {
  eventGroups,
  gameFollows,
  games,
  groupFollows,
  streamerFollows,
  streamers,
  streamingAccounts,
} from '#worker/db/schema/directory.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { xpEntries } from '#worker/db/schema/gamification.ts'
import { insert, update } from '#worker/db/writes.ts'

const featured = ['captain biscuit', 'granny glitch', 'nova noodle', 'teapot tactician']

type FollowedTable = typeof streamers | typeof games | typeof eventGroups
type FollowTable = typeof streamerFollows | typeof gameFollows | typeof groupFollows

function buildDemoFollowerQuery(now: number, { id }: FollowedTable, most: number) {
  const members = sql`(select ${users.id}, row_number() over (order by ${users.id}) as place
    from ${users} where ${users.usernameKey} glob 'demo_*') u`
  return {
    userId: sql<UserId>`u.id`,
    createdAt: sql<number>`${now} - (u.place * 3203887 + ${id} * 104729) * 1000 % ${60 * dayMs}`,
    from: sql`${members} on (u.place * 31 + ${id} * 17) % 60 < 2 + ${id} * ${id} * 7 % ${most}`,
  }
}

function insertFollowXp(follows: FollowTable, subject: SQL<string>): Statement {
  const { userId, createdAt: at } = follows
  return insert(
    xpEntries,
    { userId, action: 'follow', subject, points: 3, at },
    { from: sql`${follows}`, onConflict: sql`do nothing` },
  )
}

export function insertDemoFollows(now: number): Statement[] {
  const ofStreamers = buildDemoFollowerQuery(now, streamers, 29)
  const ofGames = buildDemoFollowerQuery(now, games, 41)
  const ofGroups = buildDemoFollowerQuery(now, eventGroups, 23)
  return [
    insert(
      streamerFollows,
      { streamerId: streamers.id, userId: ofStreamers.userId, createdAt: ofStreamers.createdAt },
      { from: sql`${streamers} join ${ofStreamers.from}`, onConflict: sql`do nothing` },
    ),
    insertFollowXp(streamerFollows, sql<string>`'streamer:' || ${streamerFollows.streamerId}`),
    insert(
      gameFollows,
      { gameId: games.id, userId: ofGames.userId, createdAt: ofGames.createdAt },
      { from: sql`${games} join ${ofGames.from}`, onConflict: sql`do nothing` },
    ),
    insertFollowXp(gameFollows, sql<string>`'game:' || ${gameFollows.gameId}`),
    insert(
      groupFollows,
      { groupId: eventGroups.id, userId: ofGroups.userId, createdAt: ofGroups.createdAt },
      { from: sql`${eventGroups} join ${ofGroups.from}`, onConflict: sql`do nothing` },
    ),
    insertFollowXp(groupFollows, sql<string>`'group:' || ${groupFollows.groupId}`),
    update(
      streamers,
      { featuredAt: sql<number>`${now} - ${streamers.id} * ${dayMs}` },
      {
        where: sql`${streamers.nameKey} in (select value from json_each(${JSON.stringify(featured)}))`,
      },
    ),
    update(
      streamingAccounts,
      { verifiedAt: now },
      {
        where: sql`${streamingAccounts.streamerId} in
          (select ${streamers.id} from ${streamers} where ${streamers.featuredAt} is not null)`,
      },
    ),
  ]
}
