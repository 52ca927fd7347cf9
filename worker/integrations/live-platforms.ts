import type { Ctx } from '#worker/context.ts'
import { platformIds, type Platform } from '#worker/contracts/platforms.ts'
import type { LivePlatform, LivePlatforms } from './streaming-platform.ts'
import { twitchLivePlatform } from './twitch/live-streams.ts'
import { youtubeLivePlatform } from './youtube/live-streams.ts'

const livePlatforms: LivePlatforms = { twitch: twitchLivePlatform, youtube: youtubeLivePlatform }

export function findPlatformBudget(platform: Platform): LivePlatform['budget'] | undefined {
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
