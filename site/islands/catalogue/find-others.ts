import type { Suggestion } from '#site/islands/forms/suggestions.ts'
import { api } from '#site/lib/api.ts'
import { withQuery } from '#site/lib/paths.ts'
import type { AdminGame } from '#worker/features/directory/games/contract.ts'
import type { AdminStreamer } from '#worker/features/directory/streamers/contract.ts'

/** Those that one could be merged into, by a part of the name; what tells namesakes apart is beside it. */
async function findOthers<Row extends { id: number }>(
  path: string,
  own: number,
  labelOf: (row: Row) => string,
  text: string,
): Promise<Suggestion[]> {
  const call = withQuery(path, { q: text.trim(), per_page: 25 })
  const none = { items: [] as Row[] }
  const { items } = await api.get<typeof none>(call).catch(() => none)
  return items
    .filter(({ id }) => id !== own)
    .map((row) => ({ value: String(row.id), label: labelOf(row) }))
}

export function findOtherGames(own: number, text: string): Promise<Suggestion[]> {
  return findOthers<AdminGame>('admin/games', own, ({ name }) => name, text)
}

/** Of a streamer without a channel, the number is all there is. */
function streamerLabel({ id, display_name, accounts }: AdminStreamer): string {
  return `${display_name} (${accounts[0]?.name ?? `#${id}`})`
}

export function findOtherStreamers(own: number, text: string): Promise<Suggestion[]> {
  return findOthers<AdminStreamer>('admin/streamers', own, streamerLabel, text)
}
