import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { defineConfig, passthroughImageService } from 'astro/config'
import cloudflare from '@astrojs/cloudflare'
import react from '@astrojs/react'
import { build } from 'vite'
import {
  assertOperatorIsNamed,
  buildSettings,
  listCspConnectSources,
} from './scripts/build-settings.ts'
import { computeSourceFingerprint } from './scripts/build-state.ts'
import { clientChunks, workerChunks } from './scripts/code-splitting.ts'
import { buildCityTable } from './scripts/city-table.ts'
import { licensesIntegration, noteBundledPackages } from './scripts/licenses.ts'
import { printLanguageStyles, printPlatformStyles } from './scripts/derived-styles.ts'
import { subsetFonts } from './scripts/subset-fonts.ts'
import { withPolicyHeaders, staticHeadersIntegration } from './scripts/static-headers.ts'
import { allowPictureOrigin } from './worker/caching/security-headers.ts'
import { platforms } from './worker/contracts/platforms.ts'
import { locales } from './worker/locale/locales.ts'

/** A script that is no part of a page's own: one small file. */
async function buildScript(url, name, plugins = []) {
  const entry = fileURLToPath(url)
  const result = await build({
    configFile: false,
    logLevel: 'error',
    envPrefix: 'PUBLIC_',
    plugins: [...plugins, noteBundledPackages],
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['iife'], name },
    },
  })
  const [{ output }] = Array.isArray(result) ? result : [result]
  return output[0].code.trim()
}

assertOperatorIsNamed()
await subsetFonts()
/** Replaces the date patterns of each language by the code that `codeOf` gives for it. */
function replaceDatePatterns(codeOf) {
  const ofLanguage = new RegExp(`/date-patterns/(${locales.join('|')})\\.ts$`)
  return {
    name: 'replace-date-patterns',
    enforce: 'pre',
    load(id) {
      const language = ofLanguage.exec(id)?.[1]
      const code = language && codeOf(language, this.environment?.name)
      return code ? `export const patterns = ${code}` : undefined
    },
  }
}

/** A page writes its dates in its own language: the script in its head has the patterns of no other. */
const keepDatePatterns = (ofPage) =>
  replaceDatePatterns((language) => (language === ofPage ? undefined : 'undefined'))

/** The scripts of a page use those of its head. */
const shareDatePatterns = replaceDatePatterns((language, environment) =>
  environment === 'client' ? `globalThis.datePatterns?.['./${language}.ts']` : undefined,
)

/** Inlined in every head, by language: what must be right at the first paint. */
async function buildBeforePaint(language) {
  const entry = new URL('./site/entrypoints/before-paint.ts', import.meta.url)
  return [language, await buildScript(entry, 'beforePaint', [keepDatePatterns(language)])]
}
const beforePaint = Object.fromEntries(await Promise.all(locales.map(buildBeforePaint)))
const serviceWorker = await buildScript(
  new URL('./site/entrypoints/service-worker.ts', import.meta.url),
  'serviceWorker',
)
const beforePaintHashes = Object.values(beforePaint).map(
  (script) => `sha256-${createHash('sha256').update(script).digest('base64')}`,
)

/** light-dark() and nesting go out as written; the adapter's own target would have them rewritten. */
const keepModernCss = {
  name: 'keep-modern-css',
  configResolved({ build }) {
    build.cssTarget = ['chrome125', 'firefox128', 'safari18']
  },
}

/** Rules for each platform and each language, in the style sheet of every page. */
const addDerivedStyles = {
  name: 'add-derived-styles',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/site/styles/site.css')
      ? `${code}\n${printPlatformStyles()}${printLanguageStyles()}`
      : undefined,
}

const splitCode = {
  name: 'split-code',
  configEnvironment: (name) => {
    const codeSplitting = name === 'client' ? clientChunks : workerChunks
    return { build: { rolldownOptions: { output: { codeSplitting } } } }
  },
}

/** Half the upload and a quicker start; the maps beside the files tell traces where they were. */
const minifyWorker = {
  name: 'minify-worker',
  configEnvironment: (name) => (name === 'ssr' ? { build: { minify: true } } : undefined),
}

/** The cities of a library as one small module, for the fields that look for a time zone. */
const cities = {
  name: 'cities',
  resolveId: (id) => (id === 'virtual:cities' ? `\0${id}` : undefined),
  load: (id) =>
    id === '\0virtual:cities' ? `export default ${JSON.stringify(buildCityTable())}` : undefined,
}

/** Messages make their plural rules anew at each use, which costs more than all else they do. */
const keepPluralRules = {
  name: 'keep-plural-rules',
  transform(code, id) {
    if (!id.endsWith('/paraglide/registry.js')) return undefined
    const made = 'new Intl.PluralRules(locale, options)'
    if (!code.includes(made)) throw new Error('the messages make their plural rules in another way')
    const kept = `(rules[locale + options?.type] ??= ${made})`
    return { code: `const rules = {}\n${code.replace(made, kept)}`, map: null }
  },
}

/** In place of modules of Astro: each says why. */
const replacedModules = [
  {
    source: './script.js',
    importer: '/astro/dist/runtime/server/render/index.js',
    url: new URL('./site/entrypoints/render-script.ts', import.meta.url),
  },
  {
    source: '../encryption.js',
    importer: '/astro/dist/core/fetch/fetch-state.js',
    url: new URL('./site/entrypoints/policy-digest.ts', import.meta.url),
  },
]

const replaceModules = {
  name: 'replace-modules',
  enforce: 'pre',
  resolveId: (source, importer) => {
    const replaced = replacedModules.find(
      (module) => module.source === source && importer?.endsWith(module.importer),
    )
    return replaced && fileURLToPath(replaced.url)
  },
}

/**
 * Parts that packages load and nothing here uses: React's renderer of whole texts (islands are rendered
 * as a stream), and the XML parser beside the writer of feeds.
 */
const unusedParts = {
  '/react-dom/server.edge.js': ['./cjs/react-dom-server-legacy.browser.production.js'],
  '/xml-js/lib/index.js': ['./xml2js', './xml2json'],
}

const leaveOutUnusedParts = {
  name: 'leave-out-unused-parts',
  transform(code, id) {
    const file = Object.keys(unusedParts).find((name) => id.endsWith(`/node_modules${name}`))
    if (!file) return undefined
    const without = (text, part) => {
      const loaded = `require('${part}')`
      if (!text.includes(loaded)) throw new Error(`${file} no longer loads ${part}`)
      return text.replace(loaded, '{}')
    }
    return { code: unusedParts[file].reduce(without, code), map: null }
  },
}

export default defineConfig({
  srcDir: './site',
  output: 'server',
  trailingSlash: 'never',
  // Spaces between words and elements are text; the default drops those at line ends.
  compressHTML: true,
  build: { format: 'file', inlineStylesheets: 'never' },
  session: false,
  // Highlighting writes style attributes, which the policy refuses.
  markdown: { syntaxHighlight: false },
  // Pictures are served as they are stored; Astro's endpoint, 13 kB gzip, would read them.
  image: {
    service: passthroughImageService(),
    endpoint: { entrypoint: './site/entrypoints/no-image.ts' },
  },
  security: {
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "base-uri 'none'",
        `connect-src ${listCspConnectSources(buildSettings.apiBase)}`,
        "font-src 'self'",
        "form-action 'self'",
        // The platforms' players, which a page makes only when a person asks for one.
        `frame-src ${Object.values(platforms)
          .map(({ playerOrigin }) => playerOrigin)
          .join(' ')}`,
        allowPictureOrigin("img-src 'self' data: blob:", buildSettings.cdnBase),
        "object-src 'none'",
      ],
      scriptDirective: { hashes: beforePaintHashes },
    },
  },
  adapter: withPolicyHeaders(
    cloudflare({
      imageService: 'custom',
      prerenderEnvironment: 'node',
      // Uploads of `npm run dev`: those of `npm start`.
      persistState: { path: process.env.WORKER_STATE ?? '.wrangler/state' },
    }),
  ),
  integrations: [react(), staticHeadersIntegration(), licensesIntegration()],
  vite: {
    define: {
      BEFORE_PAINT: JSON.stringify(beforePaint),
      SERVICE_WORKER: JSON.stringify(serviceWorker),
      BUILD_SITE_URL: JSON.stringify(buildSettings.siteUrl),
      BUILD_OPERATOR: JSON.stringify(buildSettings.operator),
      BUILD_CDN_BASE: JSON.stringify(buildSettings.cdnBase),
      BUILD_ID: JSON.stringify(computeSourceFingerprint().slice(0, 12)),
    },
    // Scripts stay files: cached once for all pages, and no hash to list.
    build: { assetsInlineLimit: 0 },
    plugins: [
      cities,
      shareDatePatterns,
      addDerivedStyles,
      keepModernCss,
      splitCode,
      minifyWorker,
      keepPluralRules,
      leaveOutUnusedParts,
      replaceModules,
      noteBundledPackages,
    ],
  },
})
