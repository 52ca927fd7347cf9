import * as v from 'valibot'
import { AccountText, Language, Platform, text } from '#worker/contract.ts'

const Profile = {
  display_name: text(2, 60),
  /** Null takes the language back. */
  language: v.optional(v.nullable(Language)),
}

export const MyStreamerInput = v.object(Profile)
export type MyStreamerInput = v.InferOutput<typeof MyStreamerInput>

/** What is not named stays. */
export const MyStreamerChange = v.partial(v.object(Profile))
export type MyStreamerChange = v.InferOutput<typeof MyStreamerChange>

/** A YouTube handle, with or without its @. Twitch channels are proved by signing in to them. */
export const StreamingAccountInput = v.object({
  platform: v.pipe(
    Platform,
    v.check((platform) => platform === 'youtube', 'twitch_by_connecting'),
  ),
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('youtube_name_required'),
    AccountText,
    v.regex(/^[A-Za-z0-9._-]{3,30}$/, 'account_name'),
  ),
})
export type StreamingAccountInput = v.InferOutput<typeof StreamingAccountInput>

const MyStreamingAccount = v.object({
  id: v.number(),
  platform: Platform,
  name: v.string(),
  url: v.string(),
  is_verified: v.boolean(),
})

/** A member's streamer profile, null while there is none, and its streaming accounts. */
export const MyStreamerView = v.object({
  streamer: v.nullable(
    v.object({ id: v.number(), display_name: v.string(), language: v.nullable(Language) }),
  ),
  items: v.array(MyStreamingAccount),
})
export type MyStreamerView = v.InferOutput<typeof MyStreamerView>
