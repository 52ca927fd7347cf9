import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contract.ts'
import type { LivePlatforms } from './live-platform.ts'
import { twitch } from './twitch.ts'
import { youtube } from './youtube.ts'

export const livePlatforms: LivePlatforms = { twitch, youtube }

/** Those with keys; without any there is only the clock. */
export function enabledPlatforms(ctx: Pick<Ctx, 'config'>): Platform[] {
  return (Object.keys(livePlatforms) as Platform[]).filter((name) => livePlatforms[name].isOn(ctx))
}
