import { atom, computed } from 'nanostores'
import { urlEncodedForm } from '#site/lib/api-calls.ts'
import { markLoggingOut, clearAccessToken, readAccessToken, type Api } from '#site/lib/api.ts'
import { onSessionEvent } from './session-events.ts'
import type { Scope } from '#worker/contracts/enumerations.ts'
import type { SettingsView, SignupRequest } from '#worker/features/accounts/contract.ts'
import { readScopes } from './access-token.ts'
import {
  storeStaffAnalyticsOptOut,
  clearTimePreferences,
  storeChosenLocale,
  storeDisplaySettings,
  storeTimePreferences,
} from './stored-settings.ts'
import { clearAccountPicture, storeAccountPicture } from './account-picture.ts'
import type { GamificationStore } from './gamification.store.ts'
import { gamification } from './gamification.ts'
import { clearUserData, openStorage } from '#site/lib/storage.ts'
import { keysClearedWithSession } from '#site/lib/storage-keys.ts'
import { clearRewardsChoice, storeRewardsChoice } from './rewards-choice.ts'
import { startApi } from './start.ts'

/** Optional for a page: a failure is logged and not shown. */
export async function fetchSettings(api: Pick<Api, 'get'>): Promise<SettingsView> {
  try {
    return await api.get('users/me/settings')
  } catch (error) {
    console.error('Failed to fetch user settings', error)
    throw error
  }
}

type Dependencies = {
  api: Api
  gamification: Pick<GamificationStore, 'loadStats' | 'clear'>
  readToken: () => string | undefined
  forgetToken: () => void
  /** The script that writes times before the first paint reads them. */
  onSettings: (settings: SettingsView | undefined) => void
  onScopes: (scopes: readonly Scope[]) => void
  /** Refusals of other calls do not count as an expired session from then on. */
  onLogout?: () => void
  /** Somebody else may come after a logout; whose session ends by itself comes back. */
  onLeave?: () => void | Promise<void>
}

const pollMs = 50
const pollLimit = 100

/** The answer's cookie reaches the page's script a moment after the answer. */
async function waitForToken(readToken: () => string | undefined): Promise<void> {
  for (let polls = 0; !readToken(); polls++) {
    if (polls === pollLimit) throw new Error('The access token cookie did not appear')
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

function createSettingsStore({ api, onSettings }: Dependencies) {
  const $settings = atom<SettingsView | undefined>(undefined)

  function setSettings(settings: SettingsView | undefined): void {
    $settings.set(settings)
    onSettings(settings)
  }

  async function loadSettings(): Promise<void> {
    setSettings(await fetchSettings(api))
  }

  async function findSettings(): Promise<SettingsView | undefined> {
    if (!$settings.get()) await loadSettings().catch(() => undefined)
    return $settings.get()
  }

  return { $settings, setSettings, loadSettings, findSettings }
}

export function createSessionStore(dependencies: Dependencies) {
  const { api, gamification, readToken, forgetToken, onScopes, onLogout, onLeave } = dependencies
  const $token = atom(readToken())
  const $isSignedIn = computed($token, Boolean)
  const $scopes = computed($token, readScopes)
  const settings = createSettingsStore(dependencies)
  const $isSignupDone = atom(false)
  $scopes.subscribe(onScopes)

  /** A failure of either keeps the session. */
  const load = () => Promise.allSettled([settings.loadSettings(), gamification.loadStats()])

  /** Follows new tokens, wherever they came from: login, a provider, a refresh. */
  async function settle(): Promise<void> {
    await waitForToken(readToken)
    $token.set(readToken())
    await load()
  }

  async function login(username: string, password: string): Promise<void> {
    await api.post('auth/login', { body: urlEncodedForm({ username, password }) })
    await settle()
  }

  async function signup(input: SignupRequest): Promise<void> {
    $isSignupDone.set(false)
    await api.post('auth/signup', { body: input })
    $isSignupDone.set(true)
  }

  function clear(): void {
    forgetToken()
    $token.set(undefined)
    settings.setSettings(undefined)
    gamification.clear()
  }

  async function logout(): Promise<void> {
    onLogout?.()
    await api.post('auth/logout').catch(() => undefined)
    clear()
    await onLeave?.()
  }

  return {
    ...settings,
    $isSignedIn,
    $scopes,
    $isSignupDone,
    load,
    login,
    settle,
    signup,
    clear,
    logout,
  }
}

async function cleanUpOnLogout(): Promise<void> {
  clearUserData()
  const ending = import('#site/features/notifications/push/push-session.ts')
  await ending
    .then(({ unsubscribePushOnLogout }) => unsubscribePushOnLogout())
    .catch(() => undefined)
}

function storeSettings(settings: SettingsView | undefined): void {
  if (settings) {
    storeChosenLocale(settings)
    storeTimePreferences(settings)
    storeDisplaySettings(settings)
    storeRewardsChoice(settings)
    storeAccountPicture(settings)
  } else {
    clearTimePreferences()
    clearRewardsChoice()
    clearAccountPicture()
  }
}

const isBrowser = !import.meta.env.SSR

export const session = createSessionStore({
  api: startApi,
  gamification,
  readToken: () => (isBrowser ? readAccessToken() : undefined),
  forgetToken: clearAccessToken,
  onLogout: markLoggingOut,
  onSettings: storeSettings,
  onScopes: (scopes) => {
    if (isBrowser) storeStaffAnalyticsOptOut(scopes)
  },
  onLeave: cleanUpOnLogout,
})

onSessionEvent('refreshed', () => void session.settle().catch(() => undefined))
onSessionEvent('ended', () => {
  session.clear()
  const storage = openStorage('localStorage')
  for (const key of keysClearedWithSession) storage.removeItem(key)
})
