import * as v from 'valibot'
import type { Ctx } from '#worker/context.ts'
import {
  YoutubeThumbnails,
  youtubeThumbnailUrl,
} from '#worker/integrations/platform-pictures/picture-addresses.ts'
import type { QuotaMeter } from '../streaming-platform.ts'
import { callYoutube } from './data-api.ts'

export const videosPerCall = 50

const Videos = v.object({
  items: v.optional(
    v.array(
      v.object({
        id: v.string(),
        snippet: v.object({ channelId: v.string(), thumbnails: v.optional(YoutubeThumbnails, {}) }),
      }),
    ),
    [],
  ),
})

export type VideoPicture = { channelId: string; url: string | null }

/** By id; videos that are private or gone are missing. */
export async function findVideoPictures(
  ctx: Ctx,
  ids: readonly string[],
  meter: QuotaMeter,
): Promise<Map<string, VideoPicture>> {
  if (ids.length === 0) return new Map()
  meter.spent += 1
  const query = {
    part: 'snippet',
    fields: 'items(id,snippet(channelId,thumbnails(medium/url,maxres/url)))',
    id: ids.join(','),
    maxResults: String(videosPerCall),
  }
  const { items } = await callYoutube(ctx, 'videos', query, Videos)
  return new Map(
    items.map(({ id, snippet: { channelId, thumbnails } }) => [
      id,
      // The sizes between have black bars.
      { channelId, url: youtubeThumbnailUrl(thumbnails, ['maxres', 'medium']) },
    ]),
  )
}
