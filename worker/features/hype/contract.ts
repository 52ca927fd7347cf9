import * as v from 'valibot'
import { Instant } from '#worker/contracts/time.ts'
import { RewardResultView } from '#worker/features/gamification/ledger/contract.ts'

/** Without `hyped` the call flips; with it, it sets and may be repeated harmlessly. */
export const HypeInput = v.object({ hyped: v.optional(v.boolean()) })
export type HypeInput = v.InferOutput<typeof HypeInput>

export const HypeView = v.object({
  hyped: v.boolean(),
  hype_count: v.number(),
  /** When the reminders of this hype leave that are still to come. */
  reminders: v.array(Instant),
  gamification_info: RewardResultView,
})
export type HypeView = v.InferOutput<typeof HypeView>

/** The most dates that one call hypes: the soonest. */
export const maxDatesPerHype = 50

export const HypeDatesView = v.object({
  /** Hyped events of the series or group that the member now hypes, by their start. */
  hyped_events: v.array(v.object({ id: v.number(), hype_count: v.number() })),
  gamification_info: RewardResultView,
})
export type HypeDatesView = v.InferOutput<typeof HypeDatesView>

/** Ids the signed-in person hyped or follows; fills in cached pages. */
export const HypesAndFollowsView = v.object({
  hyped_events: v.array(v.number()),
  followed_streamers: v.array(v.number()),
  followed_games: v.array(v.number()),
  followed_groups: v.array(v.number()),
  own_streamer: v.nullable(v.number()),
})
export type HypesAndFollowsView = v.InferOutput<typeof HypesAndFollowsView>
