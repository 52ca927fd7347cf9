import * as v from 'valibot'
import { PageQuery, pageOf, text } from '#worker/contract.ts'

export const GameSummary = v.object({
  id: v.number(),
  slug: v.string(),
  name: v.string(),
  thumbnail_path: v.string(),
  /** Members who follow it here. */
  followers: v.number(),
  upcoming_events: v.number(),
})
export type GameSummary = v.InferOutput<typeof GameSummary>

export const GameView = v.object({ ...GameSummary.entries, description: v.string() })
export type GameView = v.InferOutput<typeof GameView>

const GameSort = v.picklist(['popularity', 'name', 'upcoming_events'])

export const GamesQuery = v.object({
  ...PageQuery,
  sort: v.optional(GameSort, 'popularity'),
  q: v.optional(text(0, 100), ''),
})
export type GamesQuery = v.InferOutput<typeof GamesQuery>

export const GamesPage = pageOf(GameSummary)
export const GameItems = v.object({ items: v.array(GameSummary) })

/** How many of a short list. */
export const GameItemsQuery = v.object({ limit: PageQuery.limit })
