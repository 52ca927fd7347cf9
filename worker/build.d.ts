/** Names the build; put in its place by astro.config.mjs. */
declare const BUILD_ID: string
/** The address that the pages written at build time name as the site's. */
declare const BUILD_SITE_URL: string
declare const BUILD_CDN_BASE: string

/** As the package types it, without its globals: they contradict the DOM's, which islands need. */
declare module 'cloudflare:workers' {
  import type { CacheContext } from '@cloudflare/workers-types'

  export const cache: CacheContext
}
