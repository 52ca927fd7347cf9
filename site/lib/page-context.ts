import type { Locale } from '#worker/contracts/locale.ts'

/** What templates know of a request; `Astro.locals` is one. */
export type PageContext = { locale: Locale; ctx: { now: number } }
