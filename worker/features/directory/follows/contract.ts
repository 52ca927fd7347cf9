import * as v from 'valibot'
import { StreamerId } from '#worker/contracts/ids.ts'
import { RewardResultView } from '#worker/features/gamification/ledger/contract.ts'

/** Without `followed` the call flips; with it, it sets and may be repeated harmlessly. */
export const FollowInput = v.object({ followed: v.optional(v.boolean()) })
export type FollowInput = v.InferOutput<typeof FollowInput>

export const FollowView = v.object({
  followed: v.boolean(),
  followers: v.number(),
  gamification_info: RewardResultView,
})
export type FollowView = v.InferOutput<typeof FollowView>

export const maxFollowsPerRequest = 100

export const FollowStreamersInput = v.object({
  streamer_ids: v.pipe(v.array(StreamerId), v.minLength(1), v.maxLength(maxFollowsPerRequest)),
})
export type FollowStreamersInput = v.InferOutput<typeof FollowStreamersInput>

export const FollowStreamersView = v.object({
  /** Without ids that nobody has. */
  followed_streamers: v.array(StreamerId),
  gamification_info: RewardResultView,
})
export type FollowStreamersView = v.InferOutput<typeof FollowStreamersView>
