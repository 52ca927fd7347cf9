import { m } from './messages.ts'

const texts: Readonly<Record<string, () => string>> = {
  Art: m.platform_category_art_text,
  'Fitness & Health': m.platform_category_fitness_text,
  'Food & Drink': m.platform_category_food_text,
  'Games + Demos': m.platform_category_games_demos_text,
  'Just Chatting': m.platform_category_just_chatting_text,
  'Makers & Crafting': m.platform_category_makers_text,
  Music: m.platform_category_music_text,
  Retro: m.platform_category_retro_text,
  'Science & Technology': m.platform_category_science_text,
  'Special Events': m.platform_category_special_events_text,
  Sports: m.platform_category_sports_text,
  'Talk Shows & Podcasts': m.platform_category_talk_shows_text,
  'Travel & Outdoors': m.platform_category_travel_text,
}

/** A stored description comes before that of the platforms’ category. */
export function gameDescription(game: { name: string; description: string }): string {
  const known = Object.hasOwn(texts, game.name) ? texts[game.name]?.() : undefined
  return game.description || (known ?? '')
}
