import * as v from 'valibot'
import { StreamerId } from '#worker/contracts/ids.ts'

export const FollowedChannel = v.object({
  id: StreamerId,
  display_name: v.string(),
  /** The channel's name in its address. */
  name: v.string(),
  avatar_path: v.string(),
  is_followed: v.boolean(),
})
export type FollowedChannel = v.InferOutput<typeof FollowedChannel>

export const FollowedChannelsView = v.object({
  items: v.array(FollowedChannel),
  /** Channels without a streamer on this site. */
  unknown_count: v.number(),
  /** All channels that the member follows, as counted by Twitch. */
  total: v.number(),
  /** The oldest ones, which were not read. */
  unread_count: v.number(),
})
export type FollowedChannelsView = v.InferOutput<typeof FollowedChannelsView>
