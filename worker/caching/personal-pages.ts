const sections = 'profile|achievements|admin|auth|login|signup|unhype|unsubscribe|marketing'
const pattern = new RegExp(`^/(?:(?:en|es|fr)/)?(?:${sections})(?:/|$)`)

/** Never public: identical requests for such a page do not wait for one another. */
export function isPersonalPage(path: string): boolean {
  return pattern.test(path)
}
