import type { Category, Platform } from '#worker/contracts/enumerations.ts'
import type { ContentLanguage } from '#worker/contracts/locale.ts'
import type { AchievementCategory, AchievementTier } from './contract.ts'

/** First and last day, as month and day in UTC. */
export const seasons = {
  new_year: ['01-01', '01-07'],
  spring: ['03-20', '06-20'],
  summer: ['06-21', '08-31'],
  back_to_school: ['09-01', '09-30'],
  halloween: ['10-24', '11-02'],
  winter: ['12-01', '12-31'],
} as const
export type SeasonName = keyof typeof seasons

/** Counters of ledger entries; some counters have values, such as a category. */
export const achievementCounters = [
  'hype',
  'hype.early',
  'hype.category',
  'hype.language',
  'hype.platform',
  'hype.game',
  'hype.group',
  'hype.ahead',
  'hype.season',
  'follow.streamer',
  'follow.game',
  'follow.language',
  'follow.platform',
  'approved',
  'approved.category',
  'approved.language',
  'approved.platform',
  'approved.game',
  'approved.ahead',
  'approved.season',
  'own',
  'own.month',
  'own.category',
  'account',
  'account.platform',
  'article',
  'article.language',
  'visit',
  'visit.streak',
  'visit.season',
  'visit.year',
  'onboarding',
  'verified',
  'profile',
] as const
export type AchievementCounter = (typeof achievementCounters)[number]

export type AchievementRule =
  /** Entries; of one value where the counter has values. */
  | {
      kind: 'count'
      counter: AchievementCounter
      value?: Category | ContentLanguage | Platform
      threshold: number
    }
  /** Distinct values. */
  | { kind: 'variety'; counter: AchievementCounter; threshold: number }
  /** Entries within one occurrence of a season. */
  | {
      kind: 'season'
      counter: 'hype.season' | 'approved.season' | 'visit.season'
      season: SeasonName
      threshold: number
    }
  | { kind: 'level'; threshold: number }

type AchievementDefinition = {
  category: AchievementCategory
  tier: AchievementTier
  rule: AchievementRule
}

const countRule = (counter: AchievementCounter, threshold: number): AchievementRule => ({
  kind: 'count',
  counter,
  threshold,
})
const varietyRule = (counter: AchievementCounter, threshold: number): AchievementRule => ({
  kind: 'variety',
  counter,
  threshold,
})
const levelRule = (threshold: number): AchievementRule => ({ kind: 'level', threshold })
const categoryHypes = (value: Category, threshold: number): AchievementRule => ({
  kind: 'count',
  counter: 'hype.category',
  value,
  threshold,
})
const seasonRule = (
  counter: 'hype.season' | 'approved.season' | 'visit.season',
  name: SeasonName,
  threshold: number,
): AchievementRule => ({ kind: 'season', counter, season: name, threshold })

/** Identifiers are permanent: members hold them. Thresholds are low where more would do harm. */
export const achievements = {
  first_hype: { category: 'events', tier: 'bronze', rule: countRule('hype', 1) },
  early_bird: { category: 'events', tier: 'bronze', rule: countRule('hype.early', 1) },
  first_in_line: { category: 'events', tier: 'silver', rule: countRule('hype.early', 10) },
  planner: { category: 'events', tier: 'bronze', rule: countRule('hype.ahead', 3) },
  curious: { category: 'events', tier: 'bronze', rule: varietyRule('hype.category', 3) },
  explorer: { category: 'events', tier: 'silver', rule: varietyRule('hype.category', 7) },
  omnivore: { category: 'events', tier: 'gold', rule: varietyRule('hype.category', 12) },
  good_heart: { category: 'events', tier: 'silver', rule: categoryHypes('charity', 5) },
  speedrun_fan: { category: 'events', tier: 'silver', rule: categoryHypes('speedrun', 5) },
  esports_fan: { category: 'events', tier: 'silver', rule: categoryHypes('esports', 5) },
  game_hopper: { category: 'events', tier: 'silver', rule: varietyRule('hype.game', 8) },
  grouped: { category: 'events', tier: 'bronze', rule: varietyRule('hype.group', 3) },

  new_year: {
    category: 'seasonal',
    tier: 'bronze',
    rule: seasonRule('visit.season', 'new_year', 1),
  },
  spring: { category: 'seasonal', tier: 'bronze', rule: seasonRule('hype.season', 'spring', 3) },
  summer: { category: 'seasonal', tier: 'bronze', rule: seasonRule('hype.season', 'summer', 3) },
  summer_regular: {
    category: 'seasonal',
    tier: 'silver',
    rule: seasonRule('visit.season', 'summer', 20),
  },
  back_to_school: {
    category: 'seasonal',
    tier: 'silver',
    rule: seasonRule('approved.season', 'back_to_school', 2),
  },
  halloween: {
    category: 'seasonal',
    tier: 'silver',
    rule: seasonRule('hype.season', 'halloween', 2),
  },
  winter: { category: 'seasonal', tier: 'bronze', rule: seasonRule('hype.season', 'winter', 3) },
  winter_regular: {
    category: 'seasonal',
    tier: 'gold',
    rule: seasonRule('visit.season', 'winter', 20),
  },

  first_approval: { category: 'community', tier: 'bronze', rule: countRule('approved', 1) },
  scout: { category: 'community', tier: 'silver', rule: countRule('approved', 10) },
  editor: { category: 'community', tier: 'gold', rule: countRule('approved', 50) },
  pillar: { category: 'community', tier: 'platinum', rule: countRule('approved', 150) },
  generalist: { category: 'community', tier: 'silver', rule: varietyRule('approved.category', 5) },
  translator: { category: 'community', tier: 'gold', rule: varietyRule('approved.language', 3) },
  forward_looking: { category: 'community', tier: 'silver', rule: countRule('approved.ahead', 5) },
  game_guide: { category: 'community', tier: 'gold', rule: varietyRule('approved.game', 10) },

  first_follow: { category: 'streamers', tier: 'bronze', rule: countRule('follow.streamer', 1) },
  regular: { category: 'streamers', tier: 'bronze', rule: countRule('follow.streamer', 5) },
  polyglot: { category: 'streamers', tier: 'gold', rule: varietyRule('follow.language', 3) },
  on_stage: { category: 'streamers', tier: 'silver', rule: countRule('account', 1) },
  own_show: { category: 'streamers', tier: 'silver', rule: countRule('own', 1) },
  showrunner: { category: 'streamers', tier: 'gold', rule: varietyRule('own.month', 6) },
  headliner: { category: 'streamers', tier: 'platinum', rule: varietyRule('own.month', 12) },
  many_talents: { category: 'streamers', tier: 'gold', rule: varietyRule('own.category', 3) },

  week_streak: { category: 'special', tier: 'bronze', rule: varietyRule('visit.streak', 7) },
  month_streak: { category: 'special', tier: 'silver', rule: varietyRule('visit.streak', 30) },
  season_streak: { category: 'special', tier: 'gold', rule: varietyRule('visit.streak', 100) },
  year_streak: { category: 'special', tier: 'platinum', rule: varietyRule('visit.streak', 365) },
  first_anniversary: { category: 'special', tier: 'silver', rule: varietyRule('visit.year', 1) },
  third_anniversary: { category: 'special', tier: 'gold', rule: varietyRule('visit.year', 3) },
  reader: { category: 'special', tier: 'bronze', rule: countRule('article', 3) },
  avid_reader: { category: 'special', tier: 'silver', rule: countRule('article', 15) },

  welcome: { category: 'platform', tier: 'bronze', rule: countRule('onboarding', 1) },
  verified: { category: 'platform', tier: 'bronze', rule: countRule('verified', 1) },
  complete_profile: { category: 'platform', tier: 'bronze', rule: countRule('profile', 1) },
  both_platforms: { category: 'platform', tier: 'bronze', rule: varietyRule('hype.platform', 2) },
  follower_of_both: {
    category: 'platform',
    tier: 'bronze',
    rule: varietyRule('follow.platform', 2),
  },
  dual_host: { category: 'platform', tier: 'gold', rule: varietyRule('account.platform', 2) },
  three_languages: { category: 'platform', tier: 'silver', rule: varietyRule('hype.language', 3) },
  player: { category: 'platform', tier: 'bronze', rule: countRule('follow.game', 3) },

  level_2: { category: 'levels', tier: 'bronze', rule: levelRule(2) },
  level_5: { category: 'levels', tier: 'bronze', rule: levelRule(5) },
  level_10: { category: 'levels', tier: 'silver', rule: levelRule(10) },
  level_15: { category: 'levels', tier: 'silver', rule: levelRule(15) },
  level_20: { category: 'levels', tier: 'gold', rule: levelRule(20) },
  level_30: { category: 'levels', tier: 'gold', rule: levelRule(30) },
  level_50: { category: 'levels', tier: 'platinum', rule: levelRule(50) },
} as const satisfies Record<string, AchievementDefinition>

export type AchievementId = keyof typeof achievements
export const achievementIds = Object.keys(achievements) as AchievementId[]
