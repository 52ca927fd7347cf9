import * as key from '#site/lib/storage-keys.ts'
import { m } from '#site/lib/messages.ts'

type StorageRow = {
  /** Names, or what they begin with where an ellipsis ends them. */
  keys: readonly string[]
  what: () => string
  until: () => string
}

const anyPath = '…'

/** Each key of `storage-keys.ts` with its sentence: the privacy page shows both tables. */
export const localStorageRows: readonly StorageRow[] = [
  {
    keys: [
      ...[key.themeKey, key.timeZoneKey, key.dateFormatKey, key.hourCycleKey],
      ...[key.densityKey, key.motionKey, key.mutedKey],
    ],
    what: m.stored_display,
    until: m.stored_until_cleared,
  },
  {
    keys: [key.languageOfferKey, key.pushOfferedKey],
    what: m.stored_offers,
    until: m.stored_until_cleared,
  },
  { keys: [key.pushHeartbeatKey], what: m.stored_push_seen, until: m.stored_until_cleared },
  { keys: [key.consentKey], what: m.stored_consent, until: m.stored_until_year },
  { keys: [key.analyticsOptOutKey], what: m.stored_analytics, until: m.stored_until_role },
  { keys: [key.languageToSaveKey], what: m.stored_language, until: m.stored_until_saved },
  { keys: [key.proposalDraftKey], what: m.stored_proposal, until: m.stored_until_sent },
  { keys: [key.pendingSignupKey], what: m.stored_signup, until: m.stored_until_verified },
  { keys: [key.recentSearchesKey], what: m.stored_searches, until: m.stored_until_logout },
  {
    keys: [key.onboardingDoneKey, key.onboardingClosedKey],
    what: m.stored_onboarding,
    until: m.stored_until_logout,
  },
  {
    keys: [key.gamificationProgressKey, key.rewardsKey],
    what: m.stored_rewards,
    until: m.stored_until_logout,
  },
  { keys: [key.accountPictureKey], what: m.stored_picture, until: m.stored_until_logout },
  {
    keys: [key.neverMutedKey, key.toggleCacheKey(anyPath)],
    what: m.stored_toggles,
    until: m.stored_until_logout,
  },
]

export const sessionStorageRows: readonly StorageRow[] = [
  { keys: [key.pendingActionKey], what: m.stored_action, until: m.stored_until_tab },
  {
    keys: [key.pendingOAuthKey, key.signInCodeKey],
    what: m.stored_login,
    until: m.stored_until_login,
  },
  {
    keys: [key.accountTakeoverKey, key.onboardingConfirmationKey],
    what: m.stored_notice,
    until: m.stored_until_shown,
  },
  { keys: [key.followImportKey], what: m.stored_import, until: m.stored_until_tab },
  { keys: [key.mutedShownKey], what: m.stored_muted_shown, until: m.stored_until_tab },
  {
    keys: [`${key.formDraftKey('', []).trim()} ${anyPath}`, `${key.proposalDraftKey} ${anyPath}`],
    what: m.stored_typed,
    until: m.stored_until_sent_or_tab,
  },
  { keys: [key.reloadedPathKey(anyPath)], what: m.stored_reloaded, until: m.stored_until_tab },
]
