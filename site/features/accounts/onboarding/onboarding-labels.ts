import { m } from '#site/lib/messages.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { OnboardingError, Step } from './onboarding.store.ts'

const errors: Record<Exclude<OnboardingError, 'time_zone'>, typeof m.onboarding_failed> = {
  unexpected: m.onboarding_failed,
  streamers: m.onboarding_streamers_failed,
  games: m.onboarding_games_failed,
  skip: m.onboarding_skip_failed,
  complete: m.onboarding_complete_failed,
}

const titles: Record<Step, typeof m.onboarding_title> = {
  0: m.onboarding_title,
  1: m.onboarding_streamers_title,
  2: m.onboarding_games_title,
}

const texts: Record<Step, typeof m.onboarding_text> = {
  0: m.onboarding_text,
  1: m.onboarding_streamers_text,
  2: m.onboarding_games_text,
}

const buttons: Record<Step, typeof m.onboarding_start> = {
  0: m.onboarding_start,
  1: m.onboarding_continue,
  2: m.onboarding_finish,
}

export function stepLabels(step: Step, locale: Locale) {
  return {
    title: titles[step]({}, { locale }),
    text: texts[step]({}, { locale }),
    button: buttons[step]({}, { locale }),
  }
}

export function errorText(error: OnboardingError | undefined, locale: Locale): string {
  return error && error !== 'time_zone' ? errors[error]({}, { locale }) : ''
}

const longestName = 20
const ellipsis = '...'

/** At most twenty characters, the ellipsis among them. */
export function truncateName(name: string): string {
  const letters = [...name]
  if (letters.length <= longestName) return name
  return letters.slice(0, longestName - ellipsis.length).join('') + ellipsis
}
