import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { LivePlatforms } from './streaming-platform.ts'
import { twitch } from '#worker/integrations/twitch/live-streams.ts'
import { youtube } from '#worker/integrations/youtube/live-streams.ts'

export const livePlatforms: LivePlatforms = { twitch, youtube }

/** Those with keys; without any there is only the clock. */
export function enabledPlatforms(ctx: Pick<Ctx, 'config'>): Platform[] {
  return (Object.keys(livePlatforms) as Platform[]).filter((name) =>
    livePlatforms[name].isConfigured(ctx),
  )
}
