import { sql, type SQL } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import type { GameId, GroupId, StreamerId } from '#worker/contracts/ids.ts'
import { e } from '#worker/db/aliases.ts'
import { batch, type Database, type Statement } from '#worker/db/client.ts'
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
import { eventParticipants } from '#worker/db/schema/events.ts'
import { xpEntries } from '#worker/db/schema/gamification.ts'
import { select } from '#worker/db/statement.ts'
import { insert, jsonField, jsonRows, update } from '#worker/db/writes.ts'
import { countFollowers, pickMemberKeys } from './demo-crowd.ts'

const featured = ['captain biscuit', 'granny glitch', 'nova noodle', 'teapot tactician']

type FollowedTable = typeof streamers | typeof games | typeof eventGroups
type FollowTable = typeof streamerFollows | typeof gameFollows | typeof groupFollows
type Followed = { id: number; hypes: number }

/** The most expected first: by the hypes of what they have ahead. */
function selectFollowed(now: number, { id }: FollowedTable, events: SQL): Statement<Followed[]> {
  const hypes = sql<number>`coalesce((select sum(${e.hypeCount} + 1) from ${events}
    and ${e.status} = 'approved' and ${e.endAt} > ${now}), 0)`
  return select({ id: sql<number>`${id}`, hypes }, sql`from ${id.table} order by 2 desc, 1`)
}

function listFollows(followed: Followed[]) {
  return followed.flatMap(({ id, hypes }, rank) =>
    pickMemberKeys(countFollowers(rank, hypes > 0), id).map((member) => ({ id, member })),
  )
}

function buildFollowQuery<Id extends number>(now: number, followed: Followed[]) {
  const id = jsonField<Id>('id')
  return {
    id,
    userId: users.id,
    createdAt: sql<number>`${now} - (${users.id} * 3203887 + ${id} * 104729) * 1000 % ${60 * dayMs}`,
    options: {
      from: sql`${jsonRows(listFollows(followed))}
        join ${users} on ${users.usernameKey} = ${jsonField('member')}`,
      onConflict: sql`do nothing`,
    },
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

export async function addDemoFollows(db: Database, now: number): Promise<void> {
  const followed = await batch(db, 'read', {
    streamers: selectFollowed(
      now,
      streamers,
      sql`${eventParticipants} join ${e} on ${e.id} = ${eventParticipants.eventId}
        where ${eventParticipants.streamerId} = ${streamers.id}`,
    ),
    games: selectFollowed(now, games, sql`${e} where ${e.gameId} = ${games.id}`),
    groups: selectFollowed(now, eventGroups, sql`${e} where ${e.groupId} = ${eventGroups.id}`),
  })
  const ofStreamers = buildFollowQuery<StreamerId>(now, followed.streamers)
  const ofGames = buildFollowQuery<GameId>(now, followed.games)
  const ofGroups = buildFollowQuery<GroupId>(now, followed.groups)
  await batch(db, 'write', [
    insert(
      streamerFollows,
      { streamerId: ofStreamers.id, userId: ofStreamers.userId, createdAt: ofStreamers.createdAt },
      ofStreamers.options,
    ),
    insertFollowXp(streamerFollows, sql<string>`'streamer:' || ${streamerFollows.streamerId}`),
    insert(
      gameFollows,
      { gameId: ofGames.id, userId: ofGames.userId, createdAt: ofGames.createdAt },
      ofGames.options,
    ),
    insertFollowXp(gameFollows, sql<string>`'game:' || ${gameFollows.gameId}`),
    insert(
      groupFollows,
      { groupId: ofGroups.id, userId: ofGroups.userId, createdAt: ofGroups.createdAt },
      ofGroups.options,
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
  ])
}
