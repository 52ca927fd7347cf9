import { toNameKey } from '#worker/features/directory/names.ts'

/** Categories that Twitch and Kick list beside games. */
const platformCategories = [
  'Animals, Aquariums, and Zoos',
  'Art',
  'ASMR',
  'Beauty & Body Art',
  'Co-working & Studying',
  'DJs',
  'Fitness & Health',
  'Food & Drink',
  'Games + Demos',
  "I'm Only Sleeping",
  'IRL',
  'Just Chatting',
  'Makers & Crafting',
  'Music',
  'Politics',
  'Pools, Hot Tubs, and Beaches',
  'Retro',
  'Science & Technology',
  'Software and Game Development',
  'Special Events',
  'Sports',
  'Talk Shows & Podcasts',
  'Travel & Outdoors',
]
const categoryKeys = new Set(platformCategories.map(toNameKey))

export function isPlatformCategory(nameKey: string): boolean {
  return categoryKeys.has(nameKey)
}
