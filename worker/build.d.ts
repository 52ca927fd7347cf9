/** The id of the build, replaced by astro.config.mjs. */
declare const BUILD_ID: string
/** The site's address in prerendered pages. */
declare const BUILD_SITE_URL: string
declare const BUILD_CDN_BASE: string

/** As the package types it, without its globals: they contradict the DOM's, which islands need. */
declare module 'cloudflare:workers' {
  import type { CacheContext } from '@cloudflare/workers-types'

  export const cache: CacheContext
}
