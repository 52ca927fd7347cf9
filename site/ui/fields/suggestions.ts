import type { Api } from '#site/lib/api.ts'

export type Suggestion = {
  label: string
  value: string
  note?: string
}

export function filterSuggestions(suggestions: Suggestion[], text: string): Suggestion[] {
  const wanted = text.trim().toLowerCase()
  return suggestions.filter(({ label }) => label.toLowerCase().includes(wanted))
}

export function splitAtMatch(
  label: string,
  text: string,
): [before: string, match: string, after: string] {
  const wanted = text.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  // Not by lower-casing the label: that may change its length.
  const found = wanted ? new RegExp(wanted, 'iu').exec(label) : null
  if (!found) return [label, '', '']
  const end = found.index + found[0].length
  return [label.slice(0, found.index), found[0], label.slice(end)]
}

export function findSuggestionValue(suggestions: Suggestion[], text: string): string {
  const wanted = text.trim().toLowerCase()
  return suggestions.find(({ label }) => label.toLowerCase() === wanted)?.value ?? text
}

export type SearchKind = 'game' | 'streamer'

type SearchResponse = { items: { id: number; name: string; display_name?: string }[] }
const calls = { game: 'games', streamer: 'streamers' } as const

export async function fetchSuggestions(
  api: Pick<Api, 'get'>,
  kind: SearchKind,
  text: string,
): Promise<Suggestion[]> {
  const query = { q: text.trim(), limit: 20 }
  const { items }: SearchResponse = await api.get(calls[kind], { query })
  return items.map(({ id, name, display_name }) => ({
    value: String(id),
    label: display_name ?? name,
  }))
}
