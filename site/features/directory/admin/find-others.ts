import type { Suggestion } from '#site/ui/fields/suggestions.ts'
import { api } from '#site/lib/api.ts'
import type { AdminStreamer } from '#worker/features/directory/streamers/contract.ts'

type NameQuery = { q: string; per_page: number }

async function findOtherRows<Row extends { id: number }>(
  fetchPage: (query: NameQuery) => Promise<{ items: Row[] }>,
  ownId: number,
  labelOf: (row: Row) => string,
  text: string,
): Promise<Suggestion[]> {
  const query = { q: text.trim(), per_page: 25 }
  const { items } = await fetchPage(query).catch(() => ({ items: [] }))
  return items
    .filter(({ id }) => id !== ownId)
    .map((row) => ({ value: String(row.id), label: labelOf(row) }))
}

export function findOtherGames(ownId: number, text: string): Promise<Suggestion[]> {
  const fetchPage = (query: NameQuery) => api.get('admin/games', { query })
  return findOtherRows(fetchPage, ownId, ({ name }) => name, text)
}

function streamerLabel({ id, display_name, accounts }: AdminStreamer): string {
  return `${display_name} (${accounts[0]?.name ?? `#${id}`})`
}

export function findOtherStreamers(ownId: number, text: string): Promise<Suggestion[]> {
  const fetchPage = (query: NameQuery) => api.get('admin/streamers', { query })
  return findOtherRows(fetchPage, ownId, streamerLabel, text)
}
