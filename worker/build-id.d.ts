/** Names the build; put in its place by astro.config.mjs. */
declare const BUILD_ID: string
