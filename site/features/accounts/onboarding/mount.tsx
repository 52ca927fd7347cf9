import { atom } from 'nanostores'
import { createRoot } from 'react-dom/client'
import { applyFollowState, refreshFollows } from '#site/features/directory/follows/follow.ts'
import { failureText } from '#site/lib/failure-text.ts'
import { showError } from '#site/ui/toasts/toasts.ts'
import { readBrowserZone } from '#site/ui/fields/zones.ts'
import { setLocaleCookie } from '#site/lib/session/stored-settings.ts'
import { session } from '#site/lib/session/session.store.ts'
import { loadUnreadCount } from '#site/lib/session/unread-count.ts'
import { localizeTimes } from '#site/lib/time/localize.ts'
import {
  currentTimeContext,
  isPageBoundToTimeZone,
  readBrowserLanguages,
} from '#site/lib/time/time-context.ts'
import { timeText } from '#site/lib/time/time-text.ts'
import { showToggleRewards } from '#site/features/hype/toggles/toggle-toasts.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { onboardingClosedKey, onboardingDoneKey } from '#site/lib/storage-keys.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import type { FollowedChannel } from '#worker/features/directory/followed-channels/contract.ts'
import { deriveInitialChoices } from './initial-choices.ts'
import { Onboarding } from './Onboarding.tsx'
import {
  createOnboardingStore,
  type OnboardingOutcome,
  type OnboardingStep,
} from './onboarding.store.ts'
import { localePrefix } from '#worker/locale/locales.ts'

/** Zone and format of every time, also where the browser’s own are in use. */
function describeTimes(): string {
  const reader = currentTimeContext()
  return `${reader.timeZone ?? readBrowserZone()} ${timeText('when', 0, reader)}`
}

/** Language, time zone and format, and follows need a reload of the page. */
function createPageChangeTracker(pageLocale: Locale) {
  const $locale = atom<Locale>(pageLocale)
  let hasNewTimes = false
  let hasNewFollows = false

  function needsReload(): boolean {
    const { pathname, search } = location
    const isCalendar = /\/calendar$/.test(pathname) && /followed/.test(search)
    const isOfFollowed = isCalendar || /\/profile\/(?:agenda|following)$/.test(pathname)
    return (hasNewFollows && isOfFollowed) || (hasNewTimes && isPageBoundToTimeZone())
  }

  return {
    $locale,
    async takeSettings(saved: SettingsView): Promise<void> {
      const former = describeTimes()
      session.setSettings(saved)
      // A failure is logged; the answer of the save is used.
      await session.loadSettings().catch(() => undefined)
      const locale = saved.interface_language_code
      setLocaleCookie(locale)
      $locale.set(locale)
      hasNewTimes ||= describeTimes() !== former
      localizeTimes(document.documentElement, currentTimeContext())
    },
    noteFollow: () => (hasNewFollows = true),
    /** Undefined where no reload is needed. */
    next(): string | undefined {
      const locale = $locale.get()
      if (locale === pageLocale && !needsReload()) return undefined
      return paths.inLocale(locale, location.pathname) + location.search
    },
  }
}

/** `onEnd` is called once it is closed, here or in another tab, with the address to load next. */
export async function mountOnboarding(
  onEnd: (outcome: OnboardingOutcome, next: string | undefined) => void,
  step?: OnboardingStep,
): Promise<void> {
  const [settings, identities] = await Promise.all([
    session.findSettings(),
    api.get('users/me/identities').catch(() => undefined),
  ])
  const hasTwitch = identities?.available.includes('twitch') ?? false
  const page = createPageChangeTracker(document.documentElement.lang as Locale)
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const store = createOnboardingStore({
    api,
    choices: deriveInitialChoices(settings, {
      addressed: localePrefix(location.pathname).slice(1),
      languages: readBrowserLanguages(),
      timeZone: readBrowserZone(),
    }),
    hasChosenMarketing: typeof settings?.is_marketing === 'boolean',
    isLeaderboardNew: settings?.is_told_of_leaderboard === false,
    onSaved: page.takeSettings,
    onSaveFailed: (error) =>
      showError(m.settings_error({ text: failureText(error, m.settings_update_failed) })),
    onFollow(key, { followed, followers }) {
      page.noteFollow()
      applyFollowState(key, { isOn: followed, count: followers })
    },
    onEnd(outcome, completed) {
      removeEventListener('storage', closeWithOtherTab)
      root.unmount()
      host.remove()
      onEnd(outcome, page.next())
      if (!completed) return
      showToggleRewards(completed.gamification_info.gamification)
      loadUnreadCount().catch(() => undefined)
    },
  })
  function noteImport(channels: FollowedChannel[]): void {
    page.noteFollow()
    store.addFollowed(channels)
    refreshFollows().catch(() => undefined)
  }
  function closeWithOtherTab({ key, newValue }: StorageEvent): void {
    if (newValue && (key === onboardingDoneKey || key === onboardingClosedKey)) void store.close()
  }
  addEventListener('storage', closeWithOtherTab)
  root.render(
    <Onboarding {...{ store, hasTwitch }} $locale={page.$locale} onImported={noteImport} />,
  )
  await store.open(step)
}
