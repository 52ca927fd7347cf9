import { m } from '#messages'
import type { Locale } from '#worker/contracts/locale.ts'
import type { AchievementId } from '#worker/features/gamification/ledger/achievement-catalogue.ts'
import type {
  AchievementCategory,
  AchievementTier,
} from '#worker/features/gamification/ledger/contract.ts'

type MessageFunction = (inputs: Record<never, never>, options: { locale: Locale }) => string

/** For the server only: too large for a client script. */
export const achievementTexts: Record<
  AchievementId,
  readonly [name: MessageFunction, text: MessageFunction]
> = {
  first_hype: [m.achievement_first_hype_name, m.achievement_first_hype_text],
  early_bird: [m.achievement_early_bird_name, m.achievement_early_bird_text],
  first_in_line: [m.achievement_first_in_line_name, m.achievement_first_in_line_text],
  planner: [m.achievement_planner_name, m.achievement_planner_text],
  curious: [m.achievement_curious_name, m.achievement_curious_text],
  explorer: [m.achievement_explorer_name, m.achievement_explorer_text],
  omnivore: [m.achievement_omnivore_name, m.achievement_omnivore_text],
  good_heart: [m.achievement_good_heart_name, m.achievement_good_heart_text],
  speedrun_fan: [m.achievement_speedrun_fan_name, m.achievement_speedrun_fan_text],
  esports_fan: [m.achievement_esports_fan_name, m.achievement_esports_fan_text],
  game_hopper: [m.achievement_game_hopper_name, m.achievement_game_hopper_text],
  grouped: [m.achievement_grouped_name, m.achievement_grouped_text],
  new_year: [m.achievement_new_year_name, m.achievement_new_year_text],
  spring: [m.achievement_spring_name, m.achievement_spring_text],
  summer: [m.achievement_summer_name, m.achievement_summer_text],
  summer_regular: [m.achievement_summer_regular_name, m.achievement_summer_regular_text],
  back_to_school: [m.achievement_back_to_school_name, m.achievement_back_to_school_text],
  halloween: [m.achievement_halloween_name, m.achievement_halloween_text],
  winter: [m.achievement_winter_name, m.achievement_winter_text],
  winter_regular: [m.achievement_winter_regular_name, m.achievement_winter_regular_text],
  first_approval: [m.achievement_first_approval_name, m.achievement_first_approval_text],
  scout: [m.achievement_scout_name, m.achievement_scout_text],
  editor: [m.achievement_editor_name, m.achievement_editor_text],
  pillar: [m.achievement_pillar_name, m.achievement_pillar_text],
  generalist: [m.achievement_generalist_name, m.achievement_generalist_text],
  translator: [m.achievement_translator_name, m.achievement_translator_text],
  forward_looking: [m.achievement_forward_looking_name, m.achievement_forward_looking_text],
  game_guide: [m.achievement_game_guide_name, m.achievement_game_guide_text],
  first_follow: [m.achievement_first_follow_name, m.achievement_first_follow_text],
  regular: [m.achievement_regular_name, m.achievement_regular_text],
  polyglot: [m.achievement_polyglot_name, m.achievement_polyglot_text],
  on_stage: [m.achievement_on_stage_name, m.achievement_on_stage_text],
  own_show: [m.achievement_own_show_name, m.achievement_own_show_text],
  showrunner: [m.achievement_showrunner_name, m.achievement_showrunner_text],
  headliner: [m.achievement_headliner_name, m.achievement_headliner_text],
  many_talents: [m.achievement_many_talents_name, m.achievement_many_talents_text],
  week_streak: [m.achievement_week_streak_name, m.achievement_week_streak_text],
  month_streak: [m.achievement_month_streak_name, m.achievement_month_streak_text],
  season_streak: [m.achievement_season_streak_name, m.achievement_season_streak_text],
  year_streak: [m.achievement_year_streak_name, m.achievement_year_streak_text],
  first_anniversary: [m.achievement_first_anniversary_name, m.achievement_first_anniversary_text],
  third_anniversary: [m.achievement_third_anniversary_name, m.achievement_third_anniversary_text],
  reader: [m.achievement_reader_name, m.achievement_reader_text],
  avid_reader: [m.achievement_avid_reader_name, m.achievement_avid_reader_text],
  welcome: [m.achievement_welcome_name, m.achievement_welcome_text],
  verified: [m.achievement_verified_name, m.achievement_verified_text],
  complete_profile: [m.achievement_complete_profile_name, m.achievement_complete_profile_text],
  both_platforms: [m.achievement_both_platforms_name, m.achievement_both_platforms_text],
  follower_of_both: [m.achievement_follower_of_both_name, m.achievement_follower_of_both_text],
  dual_host: [m.achievement_dual_host_name, m.achievement_dual_host_text],
  three_languages: [m.achievement_three_languages_name, m.achievement_three_languages_text],
  player: [m.achievement_player_name, m.achievement_player_text],
  level_2: [m.achievement_level_2_name, m.achievement_level_2_text],
  level_5: [m.achievement_level_5_name, m.achievement_level_5_text],
  level_10: [m.achievement_level_10_name, m.achievement_level_10_text],
  level_15: [m.achievement_level_15_name, m.achievement_level_15_text],
  level_20: [m.achievement_level_20_name, m.achievement_level_20_text],
  level_30: [m.achievement_level_30_name, m.achievement_level_30_text],
  level_50: [m.achievement_level_50_name, m.achievement_level_50_text],
}

export function achievementName(identifier: string, locale: Locale): string {
  const [name] = achievementTexts[identifier as AchievementId]
  return name({}, { locale })
}

export const achievementCategoryNames: Record<AchievementCategory, MessageFunction> = {
  events: m.achievement_category_events,
  seasonal: m.achievement_category_seasonal,
  community: m.achievement_category_community,
  streamers: m.achievement_category_streamers,
  special: m.achievement_category_special,
  platform: m.achievement_category_platform,
  levels: m.achievement_category_levels,
}

export const achievementTierNames: Record<AchievementTier, MessageFunction> = {
  bronze: m.tier_bronze,
  silver: m.tier_silver,
  gold: m.tier_gold,
  platinum: m.tier_platinum,
}
