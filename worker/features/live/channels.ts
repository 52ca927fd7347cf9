import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { Statement } from '#worker/db/client.ts'
import { channels } from '#worker/db/schema/live.ts'
import {
  buildSetSql,
  excluded,
  excludedOrCurrent,
  insert,
  jsonField,
  jsonRows,
} from '#worker/db/writes.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { savePictureSources } from '#worker/features/media/platform-pictures/picture-sources.ts'
import type { ChannelIdentity, ChannelRef } from '#worker/integrations/streaming-platform.ts'

type CheckedChannel = {
  nameKey: string
  platformId: string | null
  title: string | null
  uploadsId: string | null
  platformFollowers: number | null
  problem: 'unknown' | 'renamed' | null
  newName: string | null
}

export function checkChannelIdentity(
  { nameKey, platformId }: ChannelRef,
  identity: ChannelIdentity | undefined,
  platformFollowers: number | undefined,
): CheckedChannel {
  if (!identity) {
    const nothing = { title: null, uploadsId: null, platformFollowers: null, newName: null }
    return { nameKey, platformId, ...nothing, problem: 'unknown' }
  }
  const { title, uploadsId } = identity
  // One that we have by its id has that for a name.
  const isRenamed =
    accountKey(identity.name) !== nameKey && accountKey(identity.platformId) !== nameKey
  return {
    nameKey,
    platformId: identity.platformId,
    title,
    uploadsId,
    platformFollowers: identity.followers ?? platformFollowers ?? null,
    problem: isRenamed ? 'renamed' : null,
    newName: isRenamed ? identity.name : null,
  }
}

function channelField<Name extends keyof CheckedChannel>(name: Name): SQL<CheckedChannel[Name]> {
  return jsonField(name)
}

/** A problem keeps the time at which it was first noticed. */
export function saveCheckedChannels(
  { now }: Ctx,
  platform: Platform,
  checked: readonly CheckedChannel[],
): Statement {
  const { problem, newName, noticedAt } = channels
  return insert(
    channels,
    {
      platform,
      nameKey: channelField('nameKey'),
      platformId: channelField('platformId'),
      title: channelField('title'),
      uploadsId: channelField('uploadsId'),
      platformFollowers: channelField('platformFollowers'),
      checkedAt: now,
      problem: channelField('problem'),
      newName: channelField('newName'),
      noticedAt: sql<number | null>`iif(${channelField('problem')} is null, null, ${now})`,
    },
    {
      from: jsonRows(checked),
      onConflict: sql`do update set ${buildSetSql(channels, {
        platformId: excluded(channels.platformId),
        title: excludedOrCurrent(channels.title),
        uploadsId: excludedOrCurrent(channels.uploadsId),
        platformFollowers: excludedOrCurrent(channels.platformFollowers),
        checkedAt: excluded(channels.checkedAt),
        problem: excluded(problem),
        newName: excluded(newName),
        noticedAt: sql<number | null>`iif(${excluded(problem)} is ${problem}
          and ${excluded(newName)} is ${newName}, ${noticedAt}, ${excluded(noticedAt)})`,
      })}`,
    },
  )
}

type IdentificationResult = {
  asked: readonly { nameKey: string }[]
  identities: ReadonlyMap<string, ChannelIdentity>
}

/** A channel that the platform no longer knows has no picture. */
export function saveChannelPictures(
  ctx: Ctx,
  platform: Platform,
  { asked, identities }: IdentificationResult,
): Statement<{ isDue: boolean }[]> {
  const sources = asked.map(({ nameKey }) => ({
    subject: nameKey,
    url: identities.get(nameKey)?.pictureUrl ?? null,
  }))
  return savePictureSources(ctx, { kind: 'channel', platform }, sources)
}

/** Channels without an answer have their next turn in a day, like the others. */
export function markChannelsChecked(
  { now }: Ctx,
  platform: Platform,
  refs: readonly ChannelRef[],
): Statement {
  return insert(
    channels,
    { platform, nameKey: jsonField<string>('nameKey'), checkedAt: now },
    {
      from: jsonRows(refs),
      onConflict: sql`do update set ${buildSetSql(channels, {
        checkedAt: excluded(channels.checkedAt),
      })}`,
    },
  )
}
