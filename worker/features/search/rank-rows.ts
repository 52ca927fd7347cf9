import type { Ctx } from '#worker/context.ts'
import type { GameRow } from '#worker/features/directory/games/games.ts'
import type { GroupRow } from '#worker/features/directory/groups/groups.ts'
import type { StreamerRow } from '#worker/features/directory/streamers/streamer-rows.ts'
import { derivePhase, type EventRow } from '#worker/features/events/event-rows.ts'
import { computeSimilarity } from './similarity.ts'
import type { SearchTerms } from './terms.ts'

type RowRank = {
  similarity: number | undefined
  isOver?: boolean
  prominence: number
  /** Milliseconds between now and the start; decides between events that are alike otherwise. */
  distance?: number
}

function sortByRank<Row>(rows: readonly Row[], rank: (row: Row) => RowRank): Row[] {
  return rows
    .flatMap((row) => {
      const { similarity, isOver = false, prominence, distance = 0 } = rank(row)
      return similarity === undefined ? [] : [{ row, similarity, isOver, prominence, distance }]
    })
    .toSorted(
      (a, b) =>
        a.similarity - b.similarity ||
        Number(a.isOver) - Number(b.isOver) ||
        b.prominence - a.prominence ||
        a.distance - b.distance,
    )
    .map(({ row }) => row)
}

export function rankEvents<Row extends EventRow>(
  { now }: Ctx,
  terms: SearchTerms,
  rows: readonly Row[],
): Row[] {
  return sortByRank(rows, (row) => ({
    similarity: computeSimilarity(terms, row.name, () => [
      row.accountName ?? '',
      ...row.participants.flatMap((one) => [one.display_name, one.account ?? '']),
    ]),
    isOver: derivePhase(row, now) === 'past' || row.cancelledAt !== null,
    prominence: row.hypeCount,
    distance: Math.abs(row.startAt - now),
  }))
}

export function rankGroups(terms: SearchTerms, rows: readonly GroupRow[]): GroupRow[] {
  return sortByRank(rows, (row) => ({
    similarity: computeSimilarity(terms, row.name),
    isOver: row.upcoming === 0,
    prominence: row.total,
  }))
}

export function rankGames(terms: SearchTerms, rows: readonly GameRow[]): GameRow[] {
  return sortByRank(rows, (row) => ({
    similarity: computeSimilarity(terms, row.name),
    prominence: row.followers,
  }))
}

export function rankStreamers(terms: SearchTerms, rows: readonly StreamerRow[]): StreamerRow[] {
  return sortByRank(rows, (row) => ({
    similarity: computeSimilarity(terms, row.displayName, () =>
      row.accounts.map(({ name }) => name),
    ),
    prominence: (row.platformFollowers ?? 0) + row.followers,
  }))
}
