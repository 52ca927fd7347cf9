type Place = 'localStorage' | 'sessionStorage'

/** What a person typed, searched for and was about to do. Theme, consent and language stay. */
const isPersonal: Record<Place, RegExp> = {
  localStorage:
    /^(?:language_to_save|proposal_draft|pending_signup|recent_searches|onboarding_done|gamification|rewards|toggled .*)$/,
  sessionStorage:
    /^(?:proposal_draft .*|typed .*|pending_action|pending_oauth|follow_import|onboarding_\w+)$/,
}

/** Removes what somebody who leaves would leave to the next one at this browser. */
export function clearUserData(): void {
  for (const place of Object.keys(isPersonal) as Place[]) {
    try {
      const storage = window[place]
      const keys = Object.keys(storage).filter((key) => isPersonal[place].test(key))
      keys.forEach((key) => storage.removeItem(key))
    } catch {
      // A closed storage holds nothing.
    }
  }
}
