const personal =
  /^(?:users\/me|admin|onboarding|uploads|achievements\/(?:me|new)|leaderboard\/me|auth\/(?:confirm|passkey\/confirm|passkey_link|recovery_code|verify_email\/resend)|events\/[^/?]+\/calendar|articles\/[^/?]+\/reading)(?:[/?]|$)/
const catalogue = /^(?:events|games|groups|streamers)(?:[/?]|$)/

/** Without an access token these calls are not sent at all. */
export function needsSession(method: string, path: string): boolean {
  return personal.test(path) || (method !== 'GET' && catalogue.test(path))
}
