import { matchesGlob } from 'node:path'

/** A file belongs to the first layer whose pattern it matches. */
const layers = {
  test: '**/*.test.{ts,tsx}',
  'page-script': 'site/{entrypoints/**/*,**/*.astro/*}',
  /** Includes modules that page scripts import instead of a validator. */
  'shared-contract': 'worker/{contracts/*,locale/locales,locale/first-weekday}.ts',
  /** What both sides know: shapes, and tables of data such as event actions, paths and achievements. */
  contract:
    'worker/features/**/{contract,kinds,my-contract,month,transitions,paths,initials,achievement-catalogue}.ts',
  schema: 'worker/db/schema/*.ts',
  db: 'worker/db/**/*',
  integration: 'worker/integrations/**/*',
  'validation-messages': 'worker/api/validation-texts.ts',
  /** Words of both sides for what events are. */
  'event-labels': 'worker/features/events/event-labels.ts',
  'shared-types': 'worker/{queue-messages,env,caching/cache-tags}.ts',
  transport: 'worker/{api,auth,request,locale,caching,logging}/**/*',
  /** What every feature may write: entries of the logs, and notifications to be sent. */
  audit: 'worker/{audit,outbox}/**/*',
  /** What composes several features: the data of a page, and the work of a job. */
  composition: 'worker/{pages,jobs}/**/*',
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
const useCaseLayers: Layer[] = [...transportLayers, 'contract', 'audit']
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
  audit: [...transportLayers, 'contract', 'schema', 'audit'],
  composition: [...useCaseLayers, 'schema', 'use-case', 'composition'],
  routes: [...useCaseLayers, 'use-case', 'routes'],
  'use-case': [...useCaseLayers, 'schema', 'use-case'],
  context: [...transportLayers, 'schema'],
  'validation-messages': sharedLayers,
  'event-labels': ['translation', 'shared-contract', 'contract'],
  'shared-types': [...sharedLayers, 'shared-types', 'contract', 'integration'],
  'worker-root': [...useCaseLayers, 'schema', 'routes', 'use-case', 'composition', 'worker-root'],
  'api-types': ['worker-root'],
  page: [...clientLayers, 'page-script', 'view', 'use-case', 'composition'],
  view: [...clientLayers, 'view', 'use-case', 'composition'],
  island: clientLayers,
  ui: [...sharedLayers, 'site-lib', 'session', 'ui'],
  session: [...sharedLayers, 'contract', 'session', 'site-lib', 'island'],
  'site-lib': [...sharedLayers, 'contract', 'api-types', 'site-lib', 'session'],
  'site-root': [...sharedLayers, 'site-root', 'site-lib', 'worker-root', 'transport'],
  translation: ['translation'],
  tooling: Object.keys(layers) as Layer[],
}

/**
 * From the ground up: a feature calls those before it. An arrow back needs a reason here.
 */
export const featureOrder = [
  'media',
  'events',
  'gamification',
  'deals',
  'directory',
  'articles',
  'live',
  'search',
  'social-cards',
  'notifications',
  'accounts',
  'hype',
  'moderation',
  'imports',
  'operations',
]

/** Whether a file is a use case of a feature: what features have of one another beside contracts. */
export function isUseCase(path: string): boolean {
  const layer = Object.entries(layers).find(([, pattern]) => matchesGlob(path, pattern))
  return layer?.[0] === 'use-case' && !/-routes\.ts$/.test(path)
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
