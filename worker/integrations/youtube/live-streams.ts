import * as v from 'valibot'
import type { Ctx } from '#worker/context.ts'
import { youtubeVideoUrl } from '#worker/contracts/video-links.ts'
import { splitIntoBatches } from '#worker/integrations/http/batches.ts'
import { ignoreRefusal } from '#worker/integrations/http/upstream.ts'
import {
  YoutubeThumbnails,
  youtubeThumbnailUrl,
} from '#worker/integrations/platform-pictures/picture-addresses.ts'
import { callYoutube } from './data-api.ts'
import {
  type Broadcast,
  type ChannelIdentity,
  PlatformTitle,
  type LivePlatform,
  type QuotaMeter,
  type ChannelRef,
  type WatchedChannel,
} from '../streaming-platform.ts'

const batchSize = 50
const newest = 5

const Text = v.pipe(v.string(), v.maxLength(1000))
const VideoId = v.pipe(v.string(), v.regex(/^[\w-]{11}$/))
const Count = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))

const Channel = v.object({
  id: Text,
  snippet: v.object({
    title: PlatformTitle,
    customUrl: v.optional(Text),
    thumbnails: v.optional(YoutubeThumbnails, {}),
  }),
  contentDetails: v.optional(
    v.object({ relatedPlaylists: v.object({ uploads: v.optional(Text) }) }),
  ),
  statistics: v.optional(
    v.object({
      subscriberCount: v.optional(Count),
      hiddenSubscriberCount: v.optional(v.boolean()),
    }),
  ),
})
type Channel = v.InferOutput<typeof Channel>
const Channels = v.object({ items: v.optional(v.array(Channel), []) })
const channelParts = {
  part: 'snippet,contentDetails,statistics',
  // Fifty complete items could exceed our size limit.
  fields:
    'items(id,snippet(title,customUrl,thumbnails(default/url,medium/url)),contentDetails/relatedPlaylists/uploads,statistics(subscriberCount,hiddenSubscriberCount))',
}

const Uploads = v.object({
  items: v.optional(v.array(v.object({ contentDetails: v.object({ videoId: VideoId }) })), []),
})

const Video = v.object({
  id: VideoId,
  snippet: v.object({
    channelId: Text,
    title: PlatformTitle,
    liveBroadcastContent: v.optional(v.string()),
  }),
  liveStreamingDetails: v.optional(
    v.object({
      actualStartTime: v.optional(v.pipe(v.string(), v.isoTimestamp())),
      actualEndTime: v.optional(v.string()),
      concurrentViewers: v.optional(Count),
    }),
  ),
})
type Video = v.InferOutput<typeof Video>
const Videos = v.object({ items: v.optional(v.array(Video), []) })

/** Channels without a handle are named by their id `UC…`, case-sensitive. */
function findChannelId({ platformId, name }: ChannelRef): string | undefined {
  return platformId ?? (/^UC[\w-]{22}$/.test(name) ? name : undefined)
}

function toChannelIdentity({ id, snippet, contentDetails, statistics }: Channel): ChannelIdentity {
  const isHidden = statistics?.hiddenSubscriberCount ?? false
  return {
    platformId: id,
    name: snippet.customUrl?.replace(/^@/, '') ?? id,
    title: snippet.title,
    uploadsId: contentDetails?.relatedPlaylists.uploads ?? null,
    pictureUrl: youtubeThumbnailUrl(snippet.thumbnails, ['medium', 'default']),
    followers: isHidden ? null : (statistics?.subscriberCount ?? null),
  }
}

/** Known ids in batches of fifty; handles need one call each. */
async function fetchIdentities(ctx: Ctx, channelRefs: readonly ChannelRef[], meter: QuotaMeter) {
  const identities = new Map<string, ChannelIdentity>()
  const callProvider = (query: Record<string, string>) => {
    meter.spent += 1
    return callYoutube(ctx, 'channels', { ...channelParts, ...query }, Channels)
  }
  const knownIds = channelRefs.flatMap((channelRef) => {
    const id = findChannelId(channelRef)
    return id === undefined ? [] : [{ nameKey: channelRef.nameKey, id }]
  })
  for (const batch of splitIntoBatches(knownIds, batchSize)) {
    const ids = batch.map(({ id }) => id)
    const { items } = await callProvider({ id: ids.join(','), maxResults: String(batchSize) })
    for (const { nameKey, id } of batch) {
      const channel = items.find((item) => item.id === id)
      if (channel) identities.set(nameKey, toChannelIdentity(channel))
    }
  }
  for (const { nameKey } of channelRefs.filter(
    (channelRef) => findChannelId(channelRef) === undefined,
  )) {
    const answer = await callProvider({ forHandle: `@${nameKey}` }).catch(ignoreRefusal)
    const channel = answer?.items[0]
    if (channel) identities.set(nameKey, toChannelIdentity(channel))
  }
  return identities
}

async function fetchNewestVideoIds(
  ctx: Ctx,
  playlistId: string,
  meter: QuotaMeter,
): Promise<string[]> {
  meter.spent += 1
  const query = {
    part: 'contentDetails',
    fields: 'items/contentDetails/videoId',
    playlistId,
    maxResults: String(newest),
  }
  const answer = await callYoutube(ctx, 'playlistItems', query, Uploads).catch(ignoreRefusal)
  // Channels without videos have no such playlist.
  return answer?.items.map(({ contentDetails }) => contentDetails.videoId) ?? []
}

async function fetchVideos(ctx: Ctx, ids: readonly string[], meter: QuotaMeter): Promise<Video[]> {
  const videos: Video[] = []
  for (const batch of splitIntoBatches([...new Set(ids)], batchSize)) {
    meter.spent += 1
    const query = {
      part: 'snippet,liveStreamingDetails',
      fields: 'items(id,snippet(channelId,title,liveBroadcastContent),liveStreamingDetails)',
      id: batch.join(','),
      maxResults: String(batchSize),
    }
    videos.push(...(await callYoutube(ctx, 'videos', query, Videos)).items)
  }
  return videos
}

/** Known broadcasts cost one unit per fifty; channels without a live one need further calls. */
async function fetchBroadcasts(ctx: Ctx, channels: readonly WatchedChannel[], meter: QuotaMeter) {
  const candidates: string[] = []
  for (const { streamId, uploadsId, hints } of channels) {
    candidates.push(...hints.filter((id) => v.is(VideoId, id)))
    if (streamId !== null) candidates.push(streamId)
    else if (uploadsId !== null)
      candidates.push(...(await fetchNewestVideoIds(ctx, uploadsId, meter)))
  }
  const videos = await fetchVideos(ctx, candidates, meter)
  return new Map(
    channels.map(({ nameKey, platformId }) => {
      const channelVideos = videos.filter(({ snippet }) => snippet.channelId === platformId)
      return [
        nameKey,
        channelVideos.map(toBroadcast).find((broadcast) => broadcast !== null) ?? null,
      ]
    }),
  )
}

function toBroadcast({ id, snippet, liveStreamingDetails: details }: Video): Broadcast | null {
  const isLive = snippet.liveBroadcastContent === 'live' && !details?.actualEndTime
  if (!isLive || !details?.actualStartTime) return null
  return {
    streamId: id,
    title: snippet.title,
    viewers: details.concurrentViewers ?? 0,
    since: Date.parse(details.actualStartTime),
    vodUrl: youtubeVideoUrl(id),
  }
}

export const youtubeLivePlatform: LivePlatform = {
  budget: {
    per: 'day',
    // The quota is 10,000: the rest is left to members who connect channels.
    units: 9000,
    // Fifty videos cost a unit.
    usualCost: (channels) => channels + Math.ceil((channels * 5) / 50),
    // Each handle and its newest videos are asked for as well.
    largestCost: (channels) => 2 * channels + Math.ceil((channels * 7) / 50),
  },
  isConfigured: ({ config }) => config.YOUTUBE_API_KEY !== undefined,
  channelsPerMessage: batchSize,
  identify: fetchIdentities,
  broadcasts: fetchBroadcasts,
}
