import * as v from 'valibot'
import { limitParam } from '#worker/contracts/pagination.ts'
import { RewardResultView } from '#worker/features/gamification/ledger/contract.ts'

export const OnboardingStatus = v.object({ should_show: v.boolean() })
export type OnboardingStatus = v.InferOutput<typeof OnboardingStatus>

export const OnboardingCompletionView = v.object({
  ...OnboardingStatus.entries,
  gamification_info: RewardResultView,
})
export type OnboardingCompletionView = v.InferOutput<typeof OnboardingCompletionView>

export const OnboardingListQuery = v.object({ limit: limitParam(50, '16') })
export type OnboardingListQuery = v.InferOutput<typeof OnboardingListQuery>

export const PopularStreamer = v.object({
  id: v.number(),
  display_name: v.string(),
  /** The handle: the first account's name. */
  name: v.string(),
  avatar_path: v.string(),
  is_followed: v.boolean(),
})
export type PopularStreamer = v.InferOutput<typeof PopularStreamer>

export const PopularGame = v.object({
  id: v.number(),
  slug: v.string(),
  name: v.string(),
  description: v.string(),
  thumbnail_url: v.string(),
  is_followed: v.boolean(),
})
export type PopularGame = v.InferOutput<typeof PopularGame>
