import * as v from 'valibot'
import { Platform } from '#worker/contracts/enumerations.ts'
import { ContentLanguage } from '#worker/contracts/locale.ts'
import { WebUrl } from '#worker/contracts/text.ts'
import { Instant } from '#worker/contracts/time.ts'
import { parseYoutubeVideoId } from '#worker/contracts/video-links.ts'

export const VideoLookupInput = v.object({
  url: v.pipe(
    WebUrl,
    v.check((url) => parseYoutubeVideoId(url) !== undefined, 'video_url'),
  ),
})
export type VideoLookupInput = v.InferOutput<typeof VideoLookupInput>

export const VideoView = v.object({
  platform: Platform,
  streaming_account_name: v.string(),
  channel_name: v.string(),
  /** `data:` URL, as pages may load no picture of another site; null where it cannot be had. */
  channel_picture: v.nullable(v.string()),
  picture: v.nullable(v.string()),
  /** Null where it is no name for an event. */
  name: v.nullable(v.string()),
  /** Null where it is not said, or none of ours. */
  language: v.nullable(ContentLanguage),
  /** Null once it has begun. */
  start: v.nullable(Instant),
  url: v.string(),
})
export type VideoView = v.InferOutput<typeof VideoView>
