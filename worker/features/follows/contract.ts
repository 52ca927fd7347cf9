import * as v from 'valibot'
import { GamificationInfo } from '#worker/features/progress/contract.ts'

/** Without `followed` the call flips; with it, it sets and may be repeated harmlessly. */
export const FollowInput = v.object({ followed: v.optional(v.boolean()) })
export type FollowInput = v.InferOutput<typeof FollowInput>

export const FollowView = v.object({
  followed: v.boolean(),
  followers: v.number(),
  gamification_info: GamificationInfo,
})
export type FollowView = v.InferOutput<typeof FollowView>
