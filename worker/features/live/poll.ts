import { write, writeInOrder, type Ctx, type System } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { parseYoutubeVideoId } from '#worker/contracts/video-links.ts'
import { queuePictureFetch } from '#worker/features/media/platform-pictures/picture-sources.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import {
  startOfMinute,
  isWithinQuota,
  findNextQuotaDayStart,
  computePollInterval,
} from './quota.ts'
import { checkChannelIdentity, saveChannelPictures, saveCheckedChannels } from './channels.ts'
import type {
  ChannelIdentity,
  LivePlatform,
  QuotaMeter,
  WatchedChannel,
} from '#worker/integrations/streaming-platform.ts'
import { findLivePlatform } from '#worker/integrations/live-platforms.ts'
import { saveObservations, toBroadcastObservation } from './observations.ts'
import {
  acquirePollSlot,
  logIfRequestFault,
  computeRetryTime,
  selectUsedQuota,
  recordQuotaUsage,
} from './states.ts'
import { needsIdentification, selectWatchedChannels, type WatchedChannelRow } from './window.ts'

type PollMessage = Extract<QueueMessage, { type: 'poll_live' }>

/** A failed look-up changes nothing: the known state goes stale by itself. */
export async function pollLiveChannels(ctx: Ctx<System>, poll: PollMessage): Promise<void> {
  const { platform, after } = poll
  const live = findLivePlatform(ctx, platform)
  if (!live) return
  const isFirst = after === ''
  const { quota, watched } = await write(ctx, {
    quota: isFirst ? acquirePollSlot(ctx, platform) : selectUsedQuota(ctx, platform),
    watched: selectWatchedChannels(ctx, poll, live),
  })
  const channels = groupRowsByChannel(watched)
  if (!quota || channels.length === 0) return
  const need = { now: ctx.now, used: quota.used, channels: channels.length }
  if (!isWithinQuota(platform, 'polls', need)) return pausePolling(ctx, poll)
  const meter: QuotaMeter = { spent: 0 }
  const interval = choosePollInterval(ctx, platform, { used: quota.used, watched })
  const nextPollAt = isFirst ? startOfMinute(ctx.now) + interval : undefined
  try {
    const changed = await pollAndSaveChannels(ctx, live, {
      platform,
      channels,
      interval,
      nextPollAt,
      meter,
    })
    if (changed.length > 0) {
      await queuePurge(ctx, ...changed.map((id) => ({ type: 'event', id }) as const))
    }
  } catch (error) {
    const isPassedOver = logIfRequestFault(ctx, platform, error)
    const again = isPassedOver ? nextPollAt : computeRetryTime(ctx, platform, error)
    await write(ctx, {
      quota: recordQuotaUsage(ctx, { platform, spent: meter.spent, nextPollAt: again }),
    })
    if (!isPassedOver) return
  }
  if (channels.length === live.channelsPerMessage) await queueNextPage(ctx, poll, channels)
}

async function queueNextPage(
  ctx: Ctx<System>,
  poll: PollMessage,
  channels: readonly PolledChannel[],
): Promise<void> {
  const last = channels.at(-1)
  if (last) await ctx.send([{ ...poll, after: last.nameKey }])
}

type PollLoad = { used: number; watched: readonly WatchedChannelRow[] }

function choosePollInterval({ now }: Ctx, platform: Platform, { used, watched }: PollLoad): number {
  return computePollInterval(platform, { now, used, channels: watched[0]?.channels ?? 0 })
}

/** The day's remaining units are not enough: until the next day there is only the clock. */
async function pausePolling(ctx: Ctx<System>, { platform }: PollMessage): Promise<void> {
  ctx.log({ event: 'quota_spent', platform })
  const nextPollAt = findNextQuotaDayStart(ctx.now)
  await write(ctx, { quota: recordQuotaUsage(ctx, { platform, spent: 0, nextPollAt }) })
}

type PolledChannel = Omit<WatchedChannel, 'platformId'> &
  Pick<WatchedChannelRow, 'name' | 'platformId' | 'checkedAt'> & { events: WatchedChannelRow[] }

function groupRowsByChannel(rows: readonly WatchedChannelRow[]): PolledChannel[] {
  const channelsByKey = new Map<string, PolledChannel>()
  for (const row of rows) {
    const { nameKey, name, platformId, uploadsId, checkedAt } = row
    const facts = { nameKey, name, platformId, uploadsId, checkedAt }
    const channel = channelsByKey.get(nameKey) ?? {
      ...facts,
      streamId: null,
      hints: [],
      events: [],
    }
    channel.events.push(row)
    channel.hints.push(...parseVideoIds(row.proofUrl))
    if (row.wasOnAir) channel.streamId = row.streamId
    channelsByKey.set(nameKey, channel)
  }
  return [...channelsByKey.values()]
}

function parseVideoIds(url: string): string[] {
  const id = parseYoutubeVideoId(url)
  return id ? [id] : []
}

/** One that nobody knows is not asked after. */
function toWatchedChannels(
  channel: PolledChannel,
  identity: ChannelIdentity | undefined,
): WatchedChannel[] {
  const platformId = identity?.platformId ?? channel.platformId
  const uploadsId = identity?.uploadsId ?? channel.uploadsId
  const { nameKey, streamId, hints } = channel
  return platformId === null ? [] : [{ nameKey, platformId, uploadsId, streamId, hints }]
}

type PollRound = {
  platform: Platform
  channels: readonly PolledChannel[]
  interval: number
  nextPollAt: number | undefined
  meter: QuotaMeter
}

/** Which events changed in a way that pages show. */
async function pollAndSaveChannels(
  ctx: Ctx<System>,
  live: LivePlatform,
  { platform, channels, interval, nextPollAt, meter }: PollRound,
): Promise<EventId[]> {
  const unknownChannels = channels.filter((channel) => needsIdentification(channel, ctx.now))
  const identities = await live.identify(ctx, unknownChannels, meter)
  const watched = channels.flatMap((channel) =>
    toWatchedChannels(channel, identities.get(channel.nameKey)),
  )
  const broadcasts = await live.broadcasts(ctx, watched, meter)
  const observations = channels.flatMap(({ nameKey, events }) => {
    const broadcast = broadcasts.get(nameKey)
    return broadcast === undefined
      ? []
      : events.map((row) => toBroadcastObservation(row, broadcast, ctx.now))
  })
  const checked = unknownChannels.map((channel) =>
    checkChannelIdentity(channel, identities.get(channel.nameKey), undefined),
  )
  const { pictures } = await writeInOrder(ctx, {
    pictures: saveChannelPictures(ctx, platform, { asked: unknownChannels, identities }),
    channels: saveCheckedChannels(ctx, platform, checked),
    observations: saveObservations(ctx, { platform, interval, observations }),
    quota: recordQuotaUsage(ctx, { platform, spent: meter.spent, nextPollAt }),
  })
  await queuePictureFetch(ctx, pictures)
  return observations.filter(({ isChanged }) => isChanged).map(({ eventId }) => eventId)
}
