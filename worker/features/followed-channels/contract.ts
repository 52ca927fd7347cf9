import * as v from 'valibot'
import { StreamerId } from '#worker/contract.ts'

/** A streamer here whose channel the member follows on Twitch. */
export const FollowedChannel = v.object({
  id: StreamerId,
  display_name: v.string(),
  /** The channel, as addresses have it. */
  name: v.string(),
  avatar_path: v.string(),
  /** Here, already. */
  is_followed: v.boolean(),
})
export type FollowedChannel = v.InferOutput<typeof FollowedChannel>

export const FollowedChannelsView = v.object({
  items: v.array(FollowedChannel),
  /** Channels that were read and that nobody here has. */
  unknown_count: v.number(),
  /** All that the member follows, as Twitch counts. */
  total: v.number(),
  /** Of these, the oldest, which were not read. */
  unread_count: v.number(),
})
export type FollowedChannelsView = v.InferOutput<typeof FollowedChannelsView>
