/** Single constants, so that the script before first paint carries only the ones it reads. */

export const accessTokenCookie = 'access_token'
export const localeCookie = 'locale'

// Settings of the browser: they stay at logout.
export const themeKey = 'theme'
export const languageOfferKey = 'language_offer'
export const timeZoneKey = 'timezone'
export const dateFormatKey = 'date_format'
export const hourCycleKey = 'hour_cycle'
export const densityKey = 'density'
export const motionKey = 'motion'
export const mutedKey = 'muted'
export const consentKey = 'consent'
export const analyticsOptOutKey = 'analytics-disabled'
export const pushOfferedKey = 'push_offered'
const reloadPrefix = 'reloaded '
export const reloadedPathKey = (path: string) => reloadPrefix + path

// Personal, in local storage.
export const pushEndpointKey = 'push_endpoint'
export const languageToSaveKey = 'language_to_save'
export const proposalDraftKey = 'proposal_draft'
export const pendingSignupKey = 'pending_signup'
export const recentSearchesKey = 'recent_searches'
export const onboardingDoneKey = 'onboarding_done'
export const onboardingClosedKey = 'onboarding_closed'
export const gamificationProgressKey = 'gamification'
export const rewardsKey = 'rewards'
export const accountPictureKey = 'account_picture'
export const neverMutedKey = 'never_muted'
const togglePrefix = 'toggled '
export const toggleCacheKey = (name: string) => togglePrefix + name

// Personal, in session storage.
export const pushVisitKey = 'push_seen'
export const pendingActionKey = 'pending_action'
export const pendingOAuthKey = 'pending_oauth'
export const signInCodeKey = 'sign_in_code'
export const accountTakeoverKey = 'taken_over'
export const followImportKey = 'follow_import'
export const onboardingConfirmationKey = 'onboarding_confirmation'
export const mutedShownKey = 'muted_shown'
const proposalChangesPrefix = 'proposal_draft '
export const proposalChangesKey = (id: number) => proposalChangesPrefix + id
const formDraftPrefix = 'typed '
export const formDraftKey = (path: string, fields: string[]) =>
  `${formDraftPrefix}${path} ${fields.toSorted().join(' ')}`

/** Removed also when a session ends by itself; its person may come back for the rest. */
export const keysClearedWithSession = [
  gamificationProgressKey,
  onboardingDoneKey,
  onboardingClosedKey,
]

export const personalKeys = {
  localStorage: {
    names: [
      pushEndpointKey,
      languageToSaveKey,
      proposalDraftKey,
      pendingSignupKey,
      recentSearchesKey,
      onboardingDoneKey,
      onboardingClosedKey,
      gamificationProgressKey,
      rewardsKey,
      accountPictureKey,
      neverMutedKey,
    ],
    prefixes: [togglePrefix],
  },
  sessionStorage: {
    names: [
      pushVisitKey,
      pendingActionKey,
      pendingOAuthKey,
      signInCodeKey,
      accountTakeoverKey,
      followImportKey,
      onboardingConfirmationKey,
      mutedShownKey,
    ],
    prefixes: [proposalChangesPrefix, formDraftPrefix],
  },
}
