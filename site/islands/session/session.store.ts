import { atom, computed } from 'nanostores'
import { api, forgetAccessToken, readCookie, type Api } from '#site/lib/api.ts'
import type { SettingsView, SignupInput, TokensView } from '#worker/features/accounts/contract.ts'
import { scopesOfToken } from './access-token.ts'
import { createGamification } from './gamification.store.ts'
import { forgetTimePreferences, storeTimePreferences } from './time-preferences.ts'

type Surroundings = {
  api: Api
  readToken: () => string | undefined
  forgetToken: () => void
  /** What the script that writes times before the first paint reads. */
  onSettings: (settings: SettingsView | undefined) => void
}

const pollMs = 50
const pollLimit = 100

export function createSession({ api, readToken, forgetToken, onSettings }: Surroundings) {
  const $token = atom(readToken())
  const $isSignedIn = computed($token, Boolean)
  const $scopes = computed($token, scopesOfToken)
  const $settings = atom<SettingsView | undefined>(undefined)
  const $isSignupDone = atom(false)
  const gamification = createGamification({ api })

  function setSettings(settings: SettingsView | undefined): void {
    $settings.set(settings)
    onSettings(settings)
  }

  /** The answer's cookie reaches the page's script a moment after the answer. */
  async function waitForToken(): Promise<void> {
    for (let polls = 0; !readToken(); polls++) {
      if (polls === pollLimit) throw new Error('The access token cookie did not appear')
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
    $token.set(readToken())
  }

  async function loadSettings(): Promise<void> {
    setSettings(await api.get<SettingsView>('users/me/settings'))
  }

  async function login(username: string, password: string): Promise<void> {
    await api.post<TokensView>('auth/login', new URLSearchParams({ username, password }))
    await waitForToken()
    // Signed in is signed in: what these fill may come later.
    await Promise.allSettled([loadSettings(), gamification.loadStats()])
  }

  async function signup(input: SignupInput): Promise<void> {
    $isSignupDone.set(false)
    await api.post('auth/signup', input)
    $isSignupDone.set(true)
  }

  function clear(): void {
    forgetToken()
    $token.set(undefined)
    setSettings(undefined)
    gamification.clear()
  }

  async function logout(): Promise<void> {
    await api.post('auth/logout').catch(() => undefined)
    clear()
  }

  return {
    $isSignedIn,
    $scopes,
    $settings,
    $isSignupDone,
    $gamification: gamification.$gamification,
    applyGamification: gamification.apply,
    loadStats: gamification.loadStats,
    loadNewAchievements: gamification.loadNewAchievements,
    loadSettings,
    setSettings,
    login,
    signup,
    logout,
  }
}

const isBrowser = typeof document !== 'undefined'

export const session = createSession({
  api,
  readToken: () => (isBrowser ? readCookie('access_token') : undefined),
  forgetToken: forgetAccessToken,
  onSettings: (settings) => (settings ? storeTimePreferences(settings) : forgetTimePreferences()),
})
