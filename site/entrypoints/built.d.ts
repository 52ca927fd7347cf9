/** The scripts of this folder, built and minified by astro.config.mjs. */
declare const BEFORE_PAINT: Record<string, string>
declare const SERVICE_WORKER: string

declare const OFFLINE: {
  policy: string
  pages: Record<string, string>
}
