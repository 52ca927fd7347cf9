import type { Api } from '#site/lib/api.ts'

/** The rules of an input that suggests: filtering, marking and what typed text stands for. */
export type Suggestion = {
  label: string
  value: string
  /** Below the label. */
  note?: string
}

export function filterSuggestions(suggestions: Suggestion[], text: string): Suggestion[] {
  const wanted = text.trim().toLowerCase()
  return suggestions.filter(({ label }) => label.toLowerCase().includes(wanted))
}

/** The label cut where the text occurs, so that the match can be set in bold. */
export function splitAtMatch(label: string, text: string): [string, string, string] {
  const wanted = text.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  // Not by lower-casing the label: that may change its length.
  const found = wanted ? new RegExp(wanted, 'iu').exec(label) : null
  if (!found) return [label, '', '']
  const end = found.index + found[0].length
  return [label.slice(0, found.index), found[0], label.slice(end)]
}

/** A label typed in full stands for its value, anything else for itself. */
export function findSuggestionValue(suggestions: Suggestion[], text: string): string {
  const wanted = text.trim().toLowerCase()
  return suggestions.find(({ label }) => label.toLowerCase() === wanted)?.value ?? text
}

export type SearchKind = 'game' | 'streamer'

type Found = { items: { id: number; name: string; display_name?: string }[] }
const calls = { game: 'games', streamer: 'streamers' } as const

/** What has the text in its name. */
export async function searchByName(
  api: Pick<Api, 'get'>,
  kind: SearchKind,
  text: string,
): Promise<Suggestion[]> {
  const query = { q: text.trim(), limit: 20 }
  const { items }: Found = await api.get(calls[kind], { query })
  return items.map(({ id, name, display_name }) => ({
    value: String(id),
    label: display_name ?? name,
  }))
}
