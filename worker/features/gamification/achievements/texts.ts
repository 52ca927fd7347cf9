import { m } from '#messages'
import type { Locale } from '#worker/contracts/locale.ts'
import type { AchievementId } from '#worker/features/gamification/ledger/achievement-catalogue.ts'
import type { AchievementCategory, Tier } from '#worker/features/gamification/ledger/contract.ts'

type Text = (inputs: Record<never, never>, options: { locale: Locale }) => string

/** For the server only: too large for a client script. */
export const achievementTexts: Record<AchievementId, { name: Text; text: Text }> = {
  first_hype: { name: m.achievement_first_hype_name, text: m.achievement_first_hype_text },
  early_bird: { name: m.achievement_early_bird_name, text: m.achievement_early_bird_text },
  first_in_line: { name: m.achievement_first_in_line_name, text: m.achievement_first_in_line_text },
  planner: { name: m.achievement_planner_name, text: m.achievement_planner_text },
  curious: { name: m.achievement_curious_name, text: m.achievement_curious_text },
  explorer: { name: m.achievement_explorer_name, text: m.achievement_explorer_text },
  omnivore: { name: m.achievement_omnivore_name, text: m.achievement_omnivore_text },
  good_heart: { name: m.achievement_good_heart_name, text: m.achievement_good_heart_text },
  speedrun_fan: { name: m.achievement_speedrun_fan_name, text: m.achievement_speedrun_fan_text },
  esports_fan: { name: m.achievement_esports_fan_name, text: m.achievement_esports_fan_text },
  game_hopper: { name: m.achievement_game_hopper_name, text: m.achievement_game_hopper_text },
  grouped: { name: m.achievement_grouped_name, text: m.achievement_grouped_text },
  new_year: { name: m.achievement_new_year_name, text: m.achievement_new_year_text },
  spring: { name: m.achievement_spring_name, text: m.achievement_spring_text },
  summer: { name: m.achievement_summer_name, text: m.achievement_summer_text },
  summer_regular: {
    name: m.achievement_summer_regular_name,
    text: m.achievement_summer_regular_text,
  },
  back_to_school: {
    name: m.achievement_back_to_school_name,
    text: m.achievement_back_to_school_text,
  },
  halloween: { name: m.achievement_halloween_name, text: m.achievement_halloween_text },
  winter: { name: m.achievement_winter_name, text: m.achievement_winter_text },
  winter_regular: {
    name: m.achievement_winter_regular_name,
    text: m.achievement_winter_regular_text,
  },
  first_approval: {
    name: m.achievement_first_approval_name,
    text: m.achievement_first_approval_text,
  },
  scout: { name: m.achievement_scout_name, text: m.achievement_scout_text },
  editor: { name: m.achievement_editor_name, text: m.achievement_editor_text },
  pillar: { name: m.achievement_pillar_name, text: m.achievement_pillar_text },
  generalist: { name: m.achievement_generalist_name, text: m.achievement_generalist_text },
  translator: { name: m.achievement_translator_name, text: m.achievement_translator_text },
  forward_looking: {
    name: m.achievement_forward_looking_name,
    text: m.achievement_forward_looking_text,
  },
  game_guide: { name: m.achievement_game_guide_name, text: m.achievement_game_guide_text },
  first_follow: { name: m.achievement_first_follow_name, text: m.achievement_first_follow_text },
  regular: { name: m.achievement_regular_name, text: m.achievement_regular_text },
  polyglot: { name: m.achievement_polyglot_name, text: m.achievement_polyglot_text },
  on_stage: { name: m.achievement_on_stage_name, text: m.achievement_on_stage_text },
  own_show: { name: m.achievement_own_show_name, text: m.achievement_own_show_text },
  showrunner: { name: m.achievement_showrunner_name, text: m.achievement_showrunner_text },
  headliner: { name: m.achievement_headliner_name, text: m.achievement_headliner_text },
  many_talents: { name: m.achievement_many_talents_name, text: m.achievement_many_talents_text },
  week_streak: { name: m.achievement_week_streak_name, text: m.achievement_week_streak_text },
  month_streak: { name: m.achievement_month_streak_name, text: m.achievement_month_streak_text },
  season_streak: { name: m.achievement_season_streak_name, text: m.achievement_season_streak_text },
  year_streak: { name: m.achievement_year_streak_name, text: m.achievement_year_streak_text },
  first_anniversary: {
    name: m.achievement_first_anniversary_name,
    text: m.achievement_first_anniversary_text,
  },
  third_anniversary: {
    name: m.achievement_third_anniversary_name,
    text: m.achievement_third_anniversary_text,
  },
  reader: { name: m.achievement_reader_name, text: m.achievement_reader_text },
  avid_reader: { name: m.achievement_avid_reader_name, text: m.achievement_avid_reader_text },
  welcome: { name: m.achievement_welcome_name, text: m.achievement_welcome_text },
  verified: { name: m.achievement_verified_name, text: m.achievement_verified_text },
  complete_profile: {
    name: m.achievement_complete_profile_name,
    text: m.achievement_complete_profile_text,
  },
  both_platforms: {
    name: m.achievement_both_platforms_name,
    text: m.achievement_both_platforms_text,
  },
  follower_of_both: {
    name: m.achievement_follower_of_both_name,
    text: m.achievement_follower_of_both_text,
  },
  dual_host: { name: m.achievement_dual_host_name, text: m.achievement_dual_host_text },
  three_languages: {
    name: m.achievement_three_languages_name,
    text: m.achievement_three_languages_text,
  },
  player: { name: m.achievement_player_name, text: m.achievement_player_text },
  level_2: { name: m.achievement_level_2_name, text: m.achievement_level_2_text },
  level_5: { name: m.achievement_level_5_name, text: m.achievement_level_5_text },
  level_10: { name: m.achievement_level_10_name, text: m.achievement_level_10_text },
  level_15: { name: m.achievement_level_15_name, text: m.achievement_level_15_text },
  level_20: { name: m.achievement_level_20_name, text: m.achievement_level_20_text },
  level_30: { name: m.achievement_level_30_name, text: m.achievement_level_30_text },
  level_50: { name: m.achievement_level_50_name, text: m.achievement_level_50_text },
}

export function achievementName(identifier: string, locale: Locale): string {
  return achievementTexts[identifier as AchievementId].name({}, { locale })
}

export const achievementCategoryNames: Record<AchievementCategory, Text> = {
  events: m.achievement_category_events,
  seasonal: m.achievement_category_seasonal,
  community: m.achievement_category_community,
  streamers: m.achievement_category_streamers,
  special: m.achievement_category_special,
  platform: m.achievement_category_platform,
  levels: m.achievement_category_levels,
}

export const tierNames: Record<Tier, Text> = {
  bronze: m.tier_bronze,
  silver: m.tier_silver,
  gold: m.tier_gold,
  platinum: m.tier_platinum,
}
