/**
 * Who may import whom. A file is in the first layer whose pattern it matches; an import between
 * layers that `allowedImports` does not list is refused.
 */
const layers = {
  test: '**/*.test.{ts,tsx}',
  'page-script': 'site/{inline/**/*,**/*.astro/*}',
  /**
   * With the tables of platform facts and of acts on events, and where pictures are: pure, and both
   * sides need them.
   */
  contract:
    'worker/**/{contract,my-contract,locales,month,platforms,transitions,media-url,paths,initials}.ts',
  schema: 'worker/db/schema/*.ts',
  db: 'worker/db/**/*',
  platform: 'worker/platform/**/*',
  http: 'worker/http/**/*',
  routes: 'worker/features/*/routes.ts',
  admin: 'worker/features/admin/**/*',
  'use-case': 'worker/features/**/*',
  context: 'worker/context.ts',
  /** How both sides word what a schema refuses. */
  'validation-messages': 'worker/validation-texts.ts',
  'shared-types': 'worker/{queue-messages,env,cache-tags}.ts',
  'worker-root': 'worker/*.ts',
  page: 'site/pages/**/*',
  island: 'site/islands/**/*',
  view: 'site/*/**/*.astro',
  'site-code': 'site/*/**/*.{ts,tsx}',
  'site-root': 'site/*.ts',
  translation: 'project.inlang/paraglide/*.js',
  tooling: '{{local,tests,scripts,bench}/**/*,*.*}',
} as const
type Layer = keyof typeof layers

const sharedLayers: Layer[] = ['contract', 'translation', 'validation-messages']
const useCaseLayers: Layer[] = [
  ...sharedLayers,
  'shared-types',
  'context',
  'db',
  'platform',
  'http',
]
const clientLayers: Layer[] = [...sharedLayers, 'site-code', 'island']

const allowedImports: Record<Layer, readonly Layer[]> = {
  test: Object.keys(layers) as Layer[],
  'page-script': clientLayers,
  contract: ['contract'],
  schema: ['schema', 'contract'],
  db: ['schema', 'db', 'contract', 'shared-types'],
  platform: [...sharedLayers, 'platform', 'shared-types', 'http'],
  http: useCaseLayers,
  routes: [...useCaseLayers, 'use-case', 'admin'],
  admin: [...useCaseLayers, 'use-case', 'admin'],
  'use-case': [...useCaseLayers, 'schema', 'use-case'],
  context: useCaseLayers,
  'validation-messages': [...sharedLayers],
  'shared-types': [...sharedLayers, 'shared-types', 'platform'],
  'worker-root': [...useCaseLayers, 'schema', 'routes', 'use-case', 'admin', 'worker-root'],
  page: [...clientLayers, 'view', 'use-case', 'admin'],
  view: [...clientLayers, 'view', 'use-case', 'admin'],
  island: clientLayers,
  'site-code': [...sharedLayers, 'site-code'],
  // The middleware is the seam: it turns the worker's errors into pages.
  'site-root': [...sharedLayers, 'site-root', 'site-code', 'worker-root', 'http'],
  translation: ['translation'],
  tooling: Object.keys(layers) as Layer[],
}

function toSelector(layer: Layer) {
  return { file: { categories: layer } }
}

export const layerPatterns = Object.entries(layers).map(([category, pattern]) => ({
  category,
  pattern,
}))

export const layerPolicies = (Object.keys(layers) as Layer[]).map((layer) => ({
  from: toSelector(layer),
  allow: { to: { file: { categories: { anyOf: [...allowedImports[layer]] } } } },
}))
