import type { Locale } from '#worker/contracts/locale.ts'

/** `Astro.locals` is one. */
export type PageContext = { locale: Locale; ctx: { now: number } }
