const minute = 60
const day = 86_400

/** Every cookie that the site sets; the privacy page lists them. `isReadable`: by scripts. */
export const ownCookies = {
  access_token: { seconds: 30 * day, isReadable: true },
  refresh_token: { seconds: 30 * day },
  twitch_access_token: { seconds: 30 * day },
  twitch_refresh_token: { seconds: 30 * day },
  oauth_google: { seconds: 10 * minute },
  oauth_twitch: { seconds: 10 * minute },
  passkey_challenge: { seconds: 10 * minute },
  signup: { seconds: day },
  known_device: { seconds: 365 * day },
  locale: { seconds: 365 * day, isReadable: true },
} as const satisfies Record<string, { seconds: number; isReadable?: true }>
export type CookieName = keyof typeof ownCookies
