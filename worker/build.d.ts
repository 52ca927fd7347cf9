/** Replaced by astro.config.mjs. */
declare const BUILD_ID: string
declare const BUILD_SITE_URL: string
declare const BUILD_CDN_BASE: string
declare const BUILD_OPERATOR: unknown

/** The package’s declaration without its globals, which contradict the DOM types of islands. */
declare module 'cloudflare:workers' {
  import type { CacheContext } from '@cloudflare/workers-types'

  export const cache: CacheContext
}
