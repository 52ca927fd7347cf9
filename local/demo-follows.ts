import { sql, type SQL } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import { e } from '#worker/db/aliases.ts'
import { batch, type Database, type Statement } from '#worker/db/client.ts'
import { followables, insertFollows, type FollowableKind } from '#worker/db/followables.ts'
import { eventGroups, games, streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { eventParticipants } from '#worker/db/schema/events.ts'
import { xpEntries } from '#worker/db/schema/gamification.ts'
import { select } from '#worker/db/statement.ts'
import { insert, jsonField, jsonRows, update } from '#worker/db/writes.ts'
import { countFollowers, pickMemberKeys } from './demo-crowd.ts'

const featured = ['captain biscuit', 'granny glitch', 'nova noodle', 'teapot tactician']

type Followed = { id: number; hypes: number }

const kinds = ['streamer', 'game', 'group'] as const

/** Where the events `e` of one come from. */
const events: Record<FollowableKind, SQL> = {
  streamer: sql`${eventParticipants} join ${e} on ${e.id} = ${eventParticipants.eventId}
    where ${eventParticipants.streamerId} = ${streamers.id}`,
  game: sql`${e} where ${e.gameId} = ${games.id}`,
  group: sql`${e} where ${e.groupId} = ${eventGroups.id}`,
}

/** The most expected first: by the hypes of what they have ahead. */
function selectFollowed(now: number, kind: FollowableKind): Statement<Followed[]> {
  const { table } = followables[kind]
  const hypes = sql<number>`coalesce((select sum(${e.hypeCount} + 1) from ${events[kind]}
    and ${e.status} = 'approved' and ${e.endAt} > ${now}), 0)`
  return select({ id: sql<number>`${table.id}`, hypes }, sql`from ${table} order by 2 desc, 1`)
}

function insertFollowsWithXp(now: number, kind: FollowableKind, followed: Followed[]): Statement[] {
  const { follows, followedId } = followables[kind]
  const members = followed.flatMap(({ id, hypes }, rank) =>
    pickMemberKeys(countFollowers(rank, hypes > 0), id).map((member) => ({ id, member })),
  )
  const id = jsonField<number>('id')
  const createdAt = sql<number>`${now} - (${users.id} * 3203887 + ${id} * 104729) * 1000 % ${60 * dayMs}`
  const subject = sql<string>`${`${kind}:`} || ${followedId}`
  return [
    insertFollows(
      followables[kind],
      id,
      { userId: users.id, createdAt },
      {
        from: sql`${jsonRows(members)}
          join ${users} on ${users.usernameKey} = ${jsonField('member')}`,
        onConflict: sql`do nothing`,
      },
    ),
    insert(
      xpEntries,
      { userId: follows.userId, action: 'follow', subject, points: 3, at: follows.createdAt },
      { from: sql`${follows}`, onConflict: sql`do nothing` },
    ),
  ]
}

export async function addDemoFollows(db: Database, now: number): Promise<void> {
  const followed = await batch(
    db,
    'read',
    kinds.map((kind) => selectFollowed(now, kind)),
  )
  await batch(db, 'write', [
    ...kinds.flatMap((kind, index) => insertFollowsWithXp(now, kind, followed[index] ?? [])),
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
