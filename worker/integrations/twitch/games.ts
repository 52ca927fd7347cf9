import * as v from 'valibot'
import type { Ctx } from '#worker/context.ts'
import { twitchBoxArtUrl } from '#worker/integrations/platform-pictures/picture-addresses.ts'
import { callTwitchAsApp } from './app-client.ts'

export const gamesPerCall = 100

const Games = v.object({
  data: v.array(
    v.object({ id: v.string(), name: v.string(), box_art_url: v.optional(v.string()) }),
  ),
})

type GameRef = { name: string; platformId: string | null }
type BoxArt = { platformId: string; url: string | null }

/** In the order of the games; undefined for those that Twitch does not know. */
export async function fetchTwitchBoxArt(
  ctx: Ctx,
  games: readonly GameRef[],
): Promise<(BoxArt | undefined)[]> {
  const query = games.map(({ name, platformId }): [string, string] =>
    platformId === null ? ['name', name] : ['id', platformId],
  )
  const { data } = await callTwitchAsApp(ctx, `games?${new URLSearchParams(query)}`, Games)
  return games.map(({ name, platformId }) => {
    const game = data.find((candidate) =>
      platformId === null
        ? candidate.name.toLowerCase() === name.toLowerCase()
        : candidate.id === platformId,
    )
    return game && { platformId: game.id, url: twitchBoxArtUrl(game.box_art_url) }
  })
}
