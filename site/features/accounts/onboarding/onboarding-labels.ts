import { m } from '#site/lib/messages.ts'

export const onboardingStepMessages = [
  { title: m.onboarding_title, text: m.onboarding_text, button: m.onboarding_start },
  {
    title: m.onboarding_streamers_title,
    text: m.onboarding_streamers_text,
    button: m.onboarding_continue,
  },
  { title: m.onboarding_games_title, text: m.onboarding_games_text, button: m.onboarding_finish },
] as const

/** Translated by the view, as the language may change between steps. */
export const onboardingErrorMessages = {
  unexpected: m.onboarding_failed,
  /** Its field says so. */
  time_zone: () => '',
  streamers: m.onboarding_streamers_failed,
  games: m.onboarding_games_failed,
  skip: m.onboarding_skip_failed,
  complete: m.onboarding_complete_failed,
} as const
export type OnboardingError = keyof typeof onboardingErrorMessages

const longestName = 20
const ellipsis = '...'

/** At most twenty characters, the ellipsis included. */
export function truncateName(name: string): string {
  const letters = [...name]
  if (letters.length <= longestName) return name
  return letters.slice(0, longestName - ellipsis.length).join('') + ellipsis
}
