import * as v from 'valibot'
import { PlatformPictureState } from '#worker/features/media/platform-pictures/contract.ts'
import { GameId } from '#worker/contracts/ids.ts'
import {
  createAdminPageSchema,
  adminDirectoryQueryEntries,
  pageQueryEntries,
  createPageSchema,
} from '#worker/contracts/pagination.ts'
import { singleLineText, text } from '#worker/contracts/text.ts'
import { Instant } from '#worker/contracts/time.ts'
import { NextDate } from '#worker/features/events/contract.ts'
import { PicturePath } from '#worker/features/media/uploads/contract.ts'

export const GameSummary = v.object({
  id: v.number(),
  slug: v.string(),
  name: v.string(),
  thumbnail_path: v.string(),
  thumbnail_url: v.string(),
  followers: v.number(),
  upcoming_events: v.number(),
  next: v.nullable(NextDate),
})
export type GameSummary = v.InferOutput<typeof GameSummary>

export const GameView = v.object({ ...GameSummary.entries, description: v.string() })
export type GameView = v.InferOutput<typeof GameView>

const GameSort = v.picklist(['popularity', 'name', 'upcoming_events'])

export const GamesQuery = v.object({
  ...pageQueryEntries,
  sort: v.optional(GameSort, 'popularity'),
  q: v.optional(text(0, 100), ''),
})
export type GamesQuery = v.InferOutput<typeof GamesQuery>

export const GamesPage = createPageSchema(GameSummary)
export const GameItems = v.object({ items: v.array(GameSummary) })

export const GameItemsQuery = v.object({ limit: pageQueryEntries.limit })

export const AdminGame = v.object({
  id: v.number(),
  slug: v.string(),
  name: v.string(),
  description: v.string(),
  is_game: v.boolean(),
  /** Null: a picture is drawn. */
  thumbnail_path: v.nullable(v.string()),
  picture_path: v.string(),
  platform_picture: PlatformPictureState,
  thumbnail_url: v.string(),
  followers: v.number(),
  /** In every state, past ones too. */
  events: v.number(),
  groups: v.number(),
  created_at: Instant,
})
export type AdminGame = v.InferOutput<typeof AdminGame>

export const AdminGamesQuery = v.object(adminDirectoryQueryEntries)
export type AdminGamesQuery = v.InferOutput<typeof AdminGamesQuery>

export const AdminGamesPage = createAdminPageSchema(AdminGame)

export const GameInput = v.object({
  name: singleLineText(1, 120),
  description: v.optional(text(0, 5000), ''),
  /** False: a category of a platform, which lists of games leave out. */
  is_game: v.optional(v.boolean(), true),
  thumbnail_path: v.optional(v.nullable(PicturePath), null),
})
export type GameInput = v.InferOutput<typeof GameInput>

export const MergeGameInput = v.object({ into: GameId })
