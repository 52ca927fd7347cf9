/** The version in the front matter of `site/content/terms-and-conditions`: the day it was published. */
export const termsVersion = '2026-11-29'
