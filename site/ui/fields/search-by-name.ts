import type { Suggestion } from '#site/ui/fields/suggestions.ts'
import type { Api } from '#site/lib/api.ts'

export type SearchKind = 'game' | 'streamer'

type Found = { items: { id: number; name: string; display_name?: string }[] }
const calls = { game: 'games', streamer: 'streamers' } as const

/** What has the text in its name; nothing where the server cannot be asked. */
export async function searchByName(
  api: Pick<Api, 'get'>,
  kind: SearchKind,
  text: string,
): Promise<Suggestion[]> {
  const query = { q: text.trim(), limit: 20 }
  const { items }: Found = await api.get(calls[kind], { query }).catch((): Found => ({ items: [] }))
  return items.map(({ id, name, display_name }) => ({
    value: String(id),
    label: display_name ?? name,
  }))
}
