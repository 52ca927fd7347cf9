/** The script of this folder, built and minified by astro.config.mjs. */
declare const BEFORE_PAINT: string
