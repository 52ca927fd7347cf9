import type { Column, SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { GameId, GroupId, StreamerId, UserId } from '#worker/contracts/ids.ts'
import type { Statement } from './client.ts'
import {
  eventGroups,
  gameFollows,
  games,
  groupFollows,
  streamerFollows,
  streamers,
} from './schema/directory.ts'
import { insert, type InsertTail } from './writes.ts'

export const followables = {
  streamer: {
    table: streamers,
    name: streamers.displayName,
    follows: streamerFollows,
    followedId: streamerFollows.streamerId,
    idName: 'streamerId',
  },
  game: {
    table: games,
    name: games.name,
    follows: gameFollows,
    followedId: gameFollows.gameId,
    idName: 'gameId',
  },
  group: {
    table: eventGroups,
    name: eventGroups.name,
    follows: groupFollows,
    followedId: groupFollows.groupId,
    idName: 'groupId',
  },
} as const
export type FollowableKind = keyof typeof followables
type Followable = (typeof followables)[FollowableKind]

export type FollowTarget =
  | { kind: 'streamer'; id: StreamerId }
  | { kind: 'game'; id: GameId }
  | { kind: 'group'; id: GroupId }

type FollowValues = {
  userId: SQL<UserId> | Column
  isNotified?: Column
  createdAt: SQL<number> | Column
}

export function insertFollows(
  { follows, idName }: Pick<Followable, 'follows' | 'idName'>,
  id: SQL | Column | number,
  values: FollowValues,
  tail: InsertTail,
): Statement<undefined> {
  return insert<SQLiteTable>(follows, { [idName]: id, ...values }, tail)
}
