import * as v from 'valibot'
import { PageQuery, text } from '#worker/contract.ts'

export const GameSummary = v.object({
  id: v.number(),
  slug: v.string(),
  name: v.string(),
  thumbnail_path: v.string(),
})
export type GameSummary = v.InferOutput<typeof GameSummary>

export const GamesQuery = v.object({
  limit: PageQuery.limit,
  q: v.optional(text(0, 100), ''),
})
export type GamesQuery = v.InferOutput<typeof GamesQuery>

export const GameItems = v.object({ items: v.array(GameSummary) })
