/** A file belongs to the first layer whose pattern it matches. */
const layers = {
  test: '**/*.test.{ts,tsx}',
  'page-script': 'site/{entrypoints/**/*,**/*.astro/*}',
  /** Includes modules that page scripts import instead of a validator. */
  'shared-contract': 'worker/{contracts/*,locale/locales,locale/first-weekday}.ts',
  /** Includes the table of event actions and the paths of generated pictures. */
  contract: 'worker/features/**/{contract,kinds,my-contract,month,transitions,paths,initials}.ts',
  schema: 'worker/db/schema/*.ts',
  db: 'worker/db/**/*',
  integration: 'worker/integrations/**/*',
  'validation-messages': 'worker/api/validation-texts.ts',
  /** Words of both sides for what events are. */
  'event-labels': 'worker/features/events/event-labels.ts',
  'shared-types': 'worker/{queue-messages,env,caching/cache-tags}.ts',
  transport: 'worker/{api,auth,request,locale,caching,logging}/**/*',
  routes: 'worker/features/**/{routes,signup-routes,admin-routes}.ts',
  'use-case': 'worker/features/**/*',
  context: 'worker/context.ts',
  /** Types of the endpoints, for the client. */
  'api-types': 'worker/api-types.ts',
  'worker-root': 'worker/*.ts',
  page: 'site/pages/**/*',
  ui: 'site/ui/**/*',
  view: 'site/{features,layouts}/**/*.astro',
  island: 'site/{features,layouts}/**/*.{ts,tsx}',
  session: 'site/lib/session/*.ts',
  'site-lib': 'site/{lib,styles}/**/*.ts',
  'site-root': 'site/*.ts',
  translation: 'project.inlang/paraglide/*.js',
  tooling: '{{local,tests,scripts,bench}/**/*,*.*}',
} as const
type Layer = keyof typeof layers

const sharedLayers: Layer[] = [
  'shared-contract',
  'translation',
  'validation-messages',
  'event-labels',
]
const transportLayers: Layer[] = [
  ...sharedLayers,
  'shared-types',
  'context',
  'db',
  'integration',
  'transport',
]
const useCaseLayers: Layer[] = [...transportLayers, 'contract']
const clientLayers: Layer[] = [...sharedLayers, 'contract', 'site-lib', 'session', 'ui', 'island']

const allowedImports: Record<Layer, readonly Layer[]> = {
  test: Object.keys(layers) as Layer[],
  'page-script': clientLayers,
  'shared-contract': ['shared-contract'],
  contract: ['contract', 'shared-contract'],
  schema: ['schema', 'contract', 'shared-contract'],
  // Invalid cursors are answered like other invalid input.
  db: ['schema', 'db', 'shared-types', 'transport', ...sharedLayers],
  integration: [...transportLayers, 'schema'],
  transport: [...transportLayers, 'schema'],
  routes: [...useCaseLayers, 'use-case', 'routes'],
  'use-case': [...useCaseLayers, 'schema', 'use-case'],
  context: [...transportLayers, 'schema'],
  'validation-messages': sharedLayers,
  'event-labels': ['translation', 'shared-contract', 'contract'],
  'shared-types': [...sharedLayers, 'shared-types', 'contract', 'integration'],
  'worker-root': [...useCaseLayers, 'schema', 'routes', 'use-case', 'worker-root'],
  'api-types': ['worker-root'],
  page: [...clientLayers, 'page-script', 'view', 'use-case'],
  view: [...clientLayers, 'view', 'use-case'],
  island: clientLayers,
  ui: [...sharedLayers, 'site-lib', 'session', 'ui'],
  session: [...sharedLayers, 'contract', 'session', 'site-lib', 'island'],
  'site-lib': [...sharedLayers, 'contract', 'api-types', 'site-lib', 'session'],
  'site-root': [...sharedLayers, 'site-root', 'site-lib', 'worker-root', 'transport'],
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
