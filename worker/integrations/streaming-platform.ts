import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'

/** A channel that is asked after: by its id where that is known, else by its name. */
export type ChannelRef = { nameKey: string; name: string; platformId: string | null }

/** Who a channel is, as the platform says. */
export type ChannelIdentity = {
  platformId: string
  /** As addresses have it. */
  name: string
  title: string
  uploadsId: string | null
  /** Null: not told. */
  followers: number | null
}

export type WatchedChannel = {
  nameKey: string
  platformId: string
  uploadsId: string | null
  /** Of the broadcast that was on air the last time. */
  streamId: string | null
  /** Broadcasts that others named. */
  hints: string[]
}

export type Broadcast = {
  streamId: string
  title: string
  viewers: number
  since: number
  /** Where it can be seen again; null: to be looked for when it is over. */
  vodUrl: string | null
}

/** Units of the day that calls took, where the platform counts such. */
export type QuotaMeter = { spent: number }

export type LivePlatform = {
  /** Whether there are keys for it. */
  isOn(ctx: Pick<Ctx, 'config'>): boolean
  /** At most so many channels are asked after by one message. */
  perMessage: number
  /** By `nameKey`; a channel that nobody knows is not in it. */
  identify(
    ctx: Ctx,
    wanted: readonly ChannelRef[],
    meter: QuotaMeter,
  ): Promise<Map<string, ChannelIdentity>>
  /** By `nameKey`: what is on air, or null. Of a channel that is not in it nothing could be had. */
  broadcasts(
    ctx: Ctx,
    channels: readonly WatchedChannel[],
    meter: QuotaMeter,
  ): Promise<Map<string, Broadcast | null>>
  /** Followers of those whose identity does not tell, by platform id. */
  followers(ctx: Ctx, ids: readonly string[], meter: QuotaMeter): Promise<Map<string, number>>
}

export type LivePlatforms = Record<Platform, LivePlatform>
