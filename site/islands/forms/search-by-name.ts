import type { Suggestion } from '#site/islands/forms/suggestions.ts'
import type { Api } from '#site/lib/api.ts'
import { withQuery } from '#site/lib/paths.ts'

export type SearchKind = 'game' | 'streamer'

type Found = { items: { id: number; name: string; display_name?: string }[] }
const calls: Record<SearchKind, string> = { game: 'games', streamer: 'streamers' }

/** What has the text in its name; nothing where the server cannot be asked. */
export async function searchByName(
  api: Pick<Api, 'get'>,
  kind: SearchKind,
  text: string,
): Promise<Suggestion[]> {
  const path = withQuery(calls[kind], { q: text.trim(), limit: 20 })
  const { items } = await api.get<Found>(path).catch((): Found => ({ items: [] }))
  return items.map(({ id, name, display_name }) => ({
    value: String(id),
    label: display_name ?? name,
  }))
}
