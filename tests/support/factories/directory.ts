import type { GameId, GroupId, StreamerId, StreamingAccountId } from '#worker/contracts/ids.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import {
  eventGroups,
  gameFollows,
  games,
  groupFollows,
  streamerFollows,
  streamers,
  streamingAccounts,
} from '#worker/db/schema/directory.ts'
import { insertInto, insertRow, type TestDatabase } from './rows.ts'

/** Unused streamers end by their age. */
const madeAt = Date.now()

const named = (name: string) => ({ slug: name, name, nameKey: name.toLowerCase(), createdAt: 0 })

export function insertGame(worker: TestDatabase, name: string): Promise<GameId> {
  return insertRow(worker, games, named(name))
}

export function insertGroup(worker: TestDatabase, name: string): Promise<GroupId> {
  return insertRow(worker, eventGroups, named(name))
}

/** With the member behind, where there is one. */
export function insertStreamer(
  worker: TestDatabase,
  displayName: string,
  userId: number | null = null,
): Promise<StreamerId> {
  const nameKey = displayName.toLowerCase()
  return insertRow(worker, streamers, { displayName, nameKey, userId, createdAt: madeAt })
}

/** A streamer's channel. */
export function insertAccount(
  worker: TestDatabase,
  streamerId: number,
  name: string,
  { platform = 'twitch', isVerified = false }: { platform?: Platform; isVerified?: boolean } = {},
): Promise<StreamingAccountId> {
  const verifiedAt = isVerified ? 1 : null
  const channel = { streamerId, platform, name, nameKey: name.toLowerCase(), verifiedAt }
  return insertRow(worker, streamingAccounts, { ...channel, createdAt: 0 })
}

let channels = 0

/** A streamer with a channel on Twitch. */
export async function insertChannel(
  worker: TestDatabase,
  userId: number | null,
  { isVerified = true } = {},
) {
  channels += 1
  const name = `ana_${channels}`
  const streamerId = await insertStreamer(worker, `Ana ${channels}`, userId)
  return {
    streamerId,
    accountId: await insertAccount(worker, streamerId, name, { isVerified }),
    name,
  }
}

/** Follows as they would stand after as many clicks; the counts come from triggers. */
export async function insertFollows(
  worker: TestDatabase,
  kind: 'streamer' | 'game' | 'group',
  id: number,
  members: readonly { userId: number }[],
  createdAt = Date.now(),
): Promise<void> {
  for (const { userId } of members) {
    const own = { userId, createdAt }
    if (kind === 'game') await insertInto(worker, gameFollows, { ...own, gameId: id })
    else if (kind === 'group') await insertInto(worker, groupFollows, { ...own, groupId: id })
    else await insertInto(worker, streamerFollows, { ...own, streamerId: id })
  }
}
