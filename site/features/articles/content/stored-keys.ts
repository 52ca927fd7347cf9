import * as key from '#site/lib/storage-keys.ts'
import { m } from '#site/lib/messages.ts'

/** `keys`: names, or what they begin with where an ellipsis ends them. */
type StorageRow = readonly [keys: readonly string[], what: () => string, until: () => string]

const anyPath = '…'

/** Each key of `storage-keys.ts` with its sentence: the privacy page shows both tables. */
export const localStorageRows: readonly StorageRow[] = [
  [
    [
      ...[key.themeKey, key.timeZoneKey, key.dateFormatKey, key.hourCycleKey],
      ...[key.densityKey, key.motionKey, key.mutedKey],
    ],
    m.stored_display,
    m.stored_until_cleared,
  ],
  [[key.languageOfferKey, key.pushOfferedKey], m.stored_offers, m.stored_until_cleared],
  [[key.pushEndpointKey], m.stored_push_endpoint, m.stored_until_logout],
  [[key.consentKey], m.stored_consent, m.stored_until_year],
  [[key.analyticsOptOutKey], m.stored_analytics, m.stored_until_role],
  [[key.languageToSaveKey], m.stored_language, m.stored_until_saved],
  [[key.proposalDraftKey], m.stored_proposal, m.stored_until_sent],
  [[key.pendingSignupKey], m.stored_signup, m.stored_until_verified],
  [[key.recentSearchesKey], m.stored_searches, m.stored_until_logout],
  [[key.onboardingDoneKey, key.onboardingClosedKey], m.stored_onboarding, m.stored_until_logout],
  [[key.gamificationProgressKey, key.rewardsKey], m.stored_rewards, m.stored_until_logout],
  [[key.accountPictureKey], m.stored_picture, m.stored_until_logout],
  [[key.neverMutedKey, key.toggleCacheKey(anyPath)], m.stored_toggles, m.stored_until_logout],
]

export const sessionStorageRows: readonly StorageRow[] = [
  [[key.pushVisitKey], m.stored_push_seen, m.stored_until_tab],
  [[key.pendingActionKey], m.stored_action, m.stored_until_tab],
  [[key.pendingOAuthKey, key.signInCodeKey], m.stored_login, m.stored_until_login],
  [[key.accountTakeoverKey, key.onboardingConfirmationKey], m.stored_notice, m.stored_until_shown],
  [[key.followImportKey], m.stored_import, m.stored_until_tab],
  [[key.mutedShownKey], m.stored_muted_shown, m.stored_until_tab],
  [
    [`${key.formDraftKey('', []).trim()} ${anyPath}`, `${key.proposalDraftKey} ${anyPath}`],
    m.stored_typed,
    m.stored_until_sent_or_tab,
  ],
  [[key.reloadedPathKey(anyPath)], m.stored_reloaded, m.stored_until_tab],
]
