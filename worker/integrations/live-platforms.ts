import type { Ctx } from '#worker/context.ts'
import { platformIds, type Platform } from '#worker/contracts/platforms.ts'
import type { LivePlatform, LivePlatforms } from './streaming-platform.ts'
import { twitch } from './twitch/live-streams.ts'
import { youtube } from './youtube/live-streams.ts'

const livePlatforms: LivePlatforms = { twitch, youtube }

export function budgetOf(platform: Platform): LivePlatform['budget'] | undefined {
  return livePlatforms[platform]?.budget
}

export function findLivePlatform(
  ctx: Pick<Ctx, 'config'>,
  platform: Platform,
): LivePlatform | undefined {
  const live = livePlatforms[platform]
  return live?.isConfigured(ctx) ? live : undefined
}

export function listEnabledPlatforms(ctx: Pick<Ctx, 'config'>): Platform[] {
  return platformIds.filter((platform) => findLivePlatform(ctx, platform) !== undefined)
}
