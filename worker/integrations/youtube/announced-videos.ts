import * as v from 'valibot'
import type { Ctx } from '#worker/context.ts'
import type { QuotaMeter } from '../streaming-platform.ts'
import { YoutubeThumbnails, youtubeThumbnailUrl } from '../platform-pictures/picture-addresses.ts'
import { callYoutube } from './data-api.ts'

const Time = v.optional(v.pipe(v.string(), v.isoTimestamp()))
const Thumbnails = v.optional(YoutubeThumbnails, {})
const Videos = v.object({
  items: v.optional(
    v.array(
      v.object({
        snippet: v.object({
          channelId: v.string(),
          title: v.string(),
          thumbnails: Thumbnails,
          liveBroadcastContent: v.optional(v.string()),
          defaultAudioLanguage: v.optional(v.string()),
        }),
        liveStreamingDetails: v.optional(v.object({ scheduledStartTime: Time })),
      }),
    ),
    [],
  ),
})
const Channels = v.object({
  items: v.optional(
    v.array(
      v.object({
        snippet: v.object({
          title: v.optional(v.string(), ''),
          customUrl: v.optional(v.string()),
          thumbnails: Thumbnails,
        }),
      }),
    ),
    [],
  ),
})

export type AnnouncedVideo = {
  /** The handle, or the id of a channel without one. */
  channelName: string
  channelTitle: string
  channelPictureUrl: string | null
  title: string
  pictureUrl: string | null
  /** A BCP 47 tag, as its owner chose it. */
  language: string | undefined
  /** Undefined once it has begun, and for what was never announced. */
  startAt: number | undefined
}

export async function findAnnouncedVideo(
  ctx: Ctx,
  id: string,
  meter: QuotaMeter,
): Promise<AnnouncedVideo | undefined> {
  meter.spent += 1
  const query = {
    part: 'snippet,liveStreamingDetails',
    fields:
      'items(snippet(channelId,title,thumbnails/medium/url,liveBroadcastContent,defaultAudioLanguage),liveStreamingDetails/scheduledStartTime)',
    id,
  }
  const [video] = (await callYoutube(ctx, 'videos', query, Videos)).items
  if (!video) return undefined
  const { channelId, title, liveBroadcastContent, defaultAudioLanguage } = video.snippet
  meter.spent += 1
  const channelQuery = {
    part: 'snippet',
    fields: 'items/snippet(title,customUrl,thumbnails(default,medium)/url)',
    id: channelId,
  }
  const [channel] = (await callYoutube(ctx, 'channels', channelQuery, Channels)).items
  const scheduled = video.liveStreamingDetails?.scheduledStartTime
  const isAhead = liveBroadcastContent === 'upcoming' && scheduled !== undefined
  return {
    channelName: channel?.snippet.customUrl?.replace(/^@/, '') ?? channelId,
    channelTitle: channel?.snippet.title ?? '',
    channelPictureUrl: youtubeThumbnailUrl(channel?.snippet.thumbnails ?? {}, [
      'default',
      'medium',
    ]),
    title,
    pictureUrl: youtubeThumbnailUrl(video.snippet.thumbnails, ['medium']),
    language: defaultAudioLanguage,
    startAt: isAhead ? Date.parse(scheduled) : undefined,
  }
}
