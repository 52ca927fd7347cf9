/**
 * Who may import whom. A file is of the first kind whose pattern it matches; an import between
 * kinds that no line of `arrows` allows is refused.
 */
const kinds = {
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
  wording: 'worker/validation-texts.ts',
  word: 'worker/{messages,env,cache-tags}.ts',
  'worker-root': 'worker/*.ts',
  page: 'site/pages/**/*',
  island: 'site/islands/**/*',
  view: 'site/*/**/*.astro',
  'site-code': 'site/*/**/*.{ts,tsx}',
  'site-root': 'site/*.ts',
  translation: 'project.inlang/paraglide/*.js',
  equipment: '{{local,tests,scripts,bench}/**/*,*.*}',
} as const
type Kind = keyof typeof kinds

const contractOnly: Kind[] = ['contract', 'translation', 'wording']
const surroundings: Kind[] = [...contractOnly, 'word', 'context', 'db', 'platform', 'http']
const client: Kind[] = [...contractOnly, 'site-code', 'island']

const arrows: Record<Kind, readonly Kind[]> = {
  test: Object.keys(kinds) as Kind[],
  'page-script': client,
  contract: ['contract'],
  schema: ['schema', 'contract'],
  db: ['schema', 'db', 'contract', 'word'],
  platform: [...contractOnly, 'platform', 'word', 'http'],
  http: surroundings,
  routes: [...surroundings, 'use-case', 'admin'],
  admin: [...surroundings, 'use-case', 'admin'],
  'use-case': [...surroundings, 'schema', 'use-case'],
  context: surroundings,
  wording: [...contractOnly],
  word: [...contractOnly, 'word', 'platform'],
  'worker-root': [...surroundings, 'schema', 'routes', 'use-case', 'admin', 'worker-root'],
  page: [...client, 'view', 'use-case', 'admin'],
  view: [...client, 'view', 'use-case', 'admin'],
  island: client,
  'site-code': [...contractOnly, 'site-code'],
  // The middleware is the seam: it turns the worker's errors into pages.
  'site-root': [...contractOnly, 'site-root', 'site-code', 'worker-root', 'http'],
  translation: ['translation'],
  equipment: Object.keys(kinds) as Kind[],
}

function toSelector(kind: Kind) {
  return { file: { categories: kind } }
}

export const fileKinds = Object.entries(kinds).map(([category, pattern]) => ({
  category,
  pattern,
}))

export const arrowPolicies = (Object.keys(kinds) as Kind[]).map((kind) => ({
  from: toSelector(kind),
  allow: { to: { file: { categories: { anyOf: [...arrows[kind]] } } } },
}))
