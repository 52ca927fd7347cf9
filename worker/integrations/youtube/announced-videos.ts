import * as v from 'valibot'
import type { Ctx } from '#worker/context.ts'
import type { QuotaMeter } from '../streaming-platform.ts'
import { callYoutube } from './data-api.ts'

const Time = v.optional(v.pipe(v.string(), v.isoTimestamp()))
const Videos = v.object({
  items: v.optional(
    v.array(
      v.object({
        snippet: v.object({
          channelId: v.string(),
          title: v.string(),
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
    v.array(v.object({ snippet: v.object({ customUrl: v.optional(v.string()) }) })),
    [],
  ),
})

export type AnnouncedVideo = {
  /** The handle, or the id of a channel without one. */
  channelName: string
  title: string
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
      'items(snippet(channelId,title,liveBroadcastContent,defaultAudioLanguage),liveStreamingDetails/scheduledStartTime)',
    id,
  }
  const [video] = (await callYoutube(ctx, 'videos', query, Videos)).items
  if (!video) return undefined
  const { channelId, title, liveBroadcastContent, defaultAudioLanguage } = video.snippet
  meter.spent += 1
  const channelQuery = { part: 'snippet', fields: 'items/snippet/customUrl', id: channelId }
  const [channel] = (await callYoutube(ctx, 'channels', channelQuery, Channels)).items
  const scheduled = video.liveStreamingDetails?.scheduledStartTime
  const isAhead = liveBroadcastContent === 'upcoming' && scheduled !== undefined
  return {
    channelName: channel?.snippet.customUrl?.replace(/^@/, '') ?? channelId,
    title,
    language: defaultAudioLanguage,
    startAt: isAhead ? Date.parse(scheduled) : undefined,
  }
}
