import { localePattern } from '#worker/locale/locales.ts'
const sections =
  'profile|achievements|admin|auth|login|signup|unhype|unsubscribe|marketing|appeal|announcements'
const pattern = new RegExp(`^/(?:(?:${localePattern})/)?(?:${sections})(?:/|$)`)

/** Never public: identical requests for such a page do not wait for one another. */
export function isPersonalPage(path: string): boolean {
  return pattern.test(path)
}
