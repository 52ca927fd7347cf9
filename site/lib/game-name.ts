import type { Locale } from '#worker/contracts/locale.ts'
import { m } from './messages.ts'

/** Categories of Twitch that are no games: only their names have a translation. */
const platformCategories: Readonly<Record<string, typeof m.platform_category_art>> = {
  Art: m.platform_category_art,
  Chess: m.platform_category_chess,
  'Fitness & Health': m.platform_category_fitness,
  'Food & Drink': m.platform_category_food,
  'Games + Demos': m.platform_category_games_demos,
  'Just Chatting': m.platform_category_just_chatting,
  'Makers & Crafting': m.platform_category_makers,
  Music: m.platform_category_music,
  Retro: m.platform_category_retro,
  'Science & Technology': m.platform_category_science,
  'Special Events': m.platform_category_special_events,
  Sports: m.platform_category_sports,
  'Talk Shows & Podcasts': m.platform_category_talk_shows,
  'Travel & Outdoors': m.platform_category_travel,
}

export function gameName(game: { name: string }, locale?: Locale): string {
  const { name } = game
  if (!Object.hasOwn(platformCategories, name)) return name
  return platformCategories[name]?.({}, locale ? { locale } : {}) ?? name
}
