import * as v from 'valibot'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { toSingleLine } from '#worker/contracts/text.ts'

export const PlatformTitle = v.pipe(
  v.string(),
  v.transform((title) => toSingleLine(title, 300)),
)

export type ChannelRef = { nameKey: string; name: string; platformId: string | null }

export type ChannelIdentity = {
  platformId: string
  /** Name as in URLs. */
  name: string
  title: string
  uploadsId: string | null
  /** Null: none, or the platform's default. */
  pictureUrl: string | null
  followers: number | null
}

export type WatchedChannel = {
  nameKey: string
  platformId: string
  uploadsId: string | null
  streamId: string | null
  hints: string[]
}

export type Broadcast = {
  streamId: string
  title: string
  viewers: number
  since: number
  vodUrl: string | null
}

export type QuotaMeter = { spent: number }

type CallBudget =
  | { per: 'minute'; calls: number; channelsPerCall: number }
  | {
      /** Day in Pacific time. */
      per: 'day'
      units: number
      /** Usual cost of a poll of so many channels: as a rule, and at most. */
      usualCost: (channels: number) => number
      largestCost: (channels: number) => number
    }

export type LivePlatform = {
  budget: CallBudget
  isConfigured(ctx: Pick<Ctx, 'config'>): boolean
  channelsPerMessage: number
  /** By `nameKey`; unknown channels are missing. */
  identify(
    ctx: Ctx,
    wanted: readonly ChannelRef[],
    meter: QuotaMeter,
  ): Promise<Map<string, ChannelIdentity>>
  /** By `nameKey`; null: off air. Channels without a result are missing. */
  broadcasts(
    ctx: Ctx,
    channels: readonly WatchedChannel[],
    meter: QuotaMeter,
  ): Promise<Map<string, Broadcast | null>>
  followers?(ctx: Ctx, ids: readonly string[], meter: QuotaMeter): Promise<Map<string, number>>
}

export type LivePlatforms = Partial<Record<Platform, LivePlatform>>
