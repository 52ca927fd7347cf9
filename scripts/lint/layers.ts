import { matchesGlob } from 'node:path'

/** A file belongs to the first layer whose pattern it matches. */
const layers = {
  test: '**/*.test.{ts,tsx}',
  'page-script': 'site/{entrypoints/**/*,**/*.astro/*}',
  /** Includes modules that page scripts import instead of a validator. */
  'shared-contract':
    'worker/{contracts/*,locale/locales,locale/date-words,locale/first-weekday,locale/zone-name}.ts',
  /** Known to both sides: shapes, and tables of data such as event actions, paths and achievements. */
  contract:
    'worker/features/**/{contract,kinds,my-contract,month,transitions,paths,achievement-catalogue,levels}.ts',
  schema: 'worker/db/schema/*.ts',
  db: 'worker/db/**/*',
  integration: 'worker/integrations/**/*',
  'validation-messages': 'worker/api/validation-texts.ts',
  /** Words of both sides for what events, achievements and grounds of decisions are. */
  labels:
    'worker/features/{events/event-labels,gamification/achievements/texts,notifications/copy/ground-names}.ts',
  'shared-types': 'worker/{queue-messages,env,caching/cache-tags}.ts',
  transport: 'worker/{api,auth,request,locale,caching,logging}/**/*',
  /** Forms in which several features write: feeds and Markdown. */
  format: 'worker/{feeds,markdown}/**/*',
  /** Writable by every feature: entries of the logs, and notifications to be sent. */
  audit: 'worker/{audit,outbox}/**/*',
  /** Composed of several features: the data of a page, and the work of a job. */
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
  translation: '.inlang/paraglide/*.js',
  tooling: '{{local,tests,scripts,bench}/**/*,*.*}',
} as const
type Layer = keyof typeof layers

const sharedLayers: Layer[] = ['shared-contract', 'translation', 'validation-messages', 'labels']
const transportLayers: Layer[] = [
  ...sharedLayers,
  'shared-types',
  'context',
  'db',
  'integration',
  'transport',
]
const useCaseLayers: Layer[] = [...transportLayers, 'contract', 'audit', 'format']
const clientLayers: Layer[] = [...sharedLayers, 'contract', 'site-lib', 'session', 'ui', 'island']

const allowedImports: Record<Layer, readonly Layer[]> = {
  test: Object.keys(layers) as Layer[],
  'page-script': clientLayers,
  'shared-contract': ['shared-contract'],
  contract: ['contract', 'shared-contract'],
  schema: ['schema', 'contract', 'shared-contract'],
  // Invalid cursors and missing rows are answered like what use cases refuse.
  db: ['schema', 'db', 'shared-types', 'transport', ...sharedLayers],
  integration: [...transportLayers, 'schema'],
  transport: [...transportLayers, 'schema'],
  format: [...transportLayers, 'contract', 'format'],
  audit: [...transportLayers, 'contract', 'schema', 'audit'],
  composition: [...useCaseLayers, 'schema', 'use-case', 'composition'],
  routes: [...useCaseLayers, 'use-case', 'routes'],
  'use-case': [...useCaseLayers, 'schema', 'use-case'],
  context: [...transportLayers, 'schema'],
  'validation-messages': sharedLayers,
  labels: ['translation', 'shared-contract', 'contract'],
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
 * From the ground up: a feature calls those before it, through the files named here; the rest is private
 * to it. Contracts, labels and tables of data are open to all.
 */
export const publicFiles: Record<string, readonly string[]> = {
  media: [
    'generated-images/chosen-picture',
    'generated-images/drawings',
    'generated-images/request-social-cards',
    'generated-images/svg',
    'platform-pictures/picture-sources',
    'platform-pictures/remove-picture',
    'uploads/picture',
    'uploads/remove-media',
    'uploads/store-picture',
    'uploads/upload-rows',
    'uploads/uploads',
  ],
  events: [
    'calendar/member-events',
    'event-people',
    'event-rows',
    'fields',
    'lists/folded',
    'lists/plain',
    'lists/sections',
    'next-date',
    'picks/section-picks',
    'ranges',
    'related-events',
    'series-dates',
    'upcoming-or-live',
  ],
  gamification: [
    'ledger/completion',
    'ledger/ledger',
    'ledger/progress',
    'ledger/re-enabling',
    'ledger/reactions',
  ],
  deals: [],
  directory: [
    'followed-channels/twitch-tokens',
    'games/games',
    'groups/groups',
    'names',
    'opt-outs/opt-out-rows',
    'streamers/claims',
    'streamers/participations',
    'streamers/streamer-rows',
    'streamers/unanswered-participants',
    'streamers/unproven',
  ],
  articles: ['articles'],
  live: ['quota', 'states'],
  search: [],
  'social-cards': ['cards'],
  notifications: [
    'copy/decision-copy',
    'copy/formatter',
    'campaigns/consents',
    'channels/mail',
    'delivery/providers',
    'delivery/stop',
    'fan-out/broadcasts',
    'fan-out/lead',
    'fan-out/recipients',
    'fan-out/reminders',
    'preferences/digest-schedule',
    'push/session-devices',
    'rules/kind-rules',
    'suppressions/suppression-rows',
  ],
  accounts: [
    'account-mail',
    'link-rights',
    'new-address-budget',
    'profile/erase-member',
    'profile/export',
    'profile/export-part',
    'profile/export-streamer-parts',
  ],
  hype: [],
  moderation: [
    'proposals/cancellation',
    'proposals/engine',
    'proposals/event-snapshot',
    'proposals/following-dates',
    'proposals/new-proposal',
    'proposals/proposal-rules',
    'proposals/proposal-writes',
    'proposals/publication',
    'proposals/similar',
  ],
  imports: [],
  operations: [],
}
export const featureOrder = Object.keys(publicFiles)

/** Use cases are all that features import of one another beside contracts and labels. */
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
