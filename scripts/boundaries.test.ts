import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'
import { describe, expect, test } from 'vitest'
import {
  listFeatureArrows,
  buildFeatureGraph,
  findCycles,
  buildImportGraph,
} from './import-graph.ts'

/** Types need files that exist; these stand only here. */
const eslint = new ESLint({ overrideConfig: [tseslint.configs.disableTypeChecked] })

/** Which rules refuse a file that would stand at this path and import this. */
async function refusalsOf(path: string, source: string): Promise<unknown[]> {
  const code = `import { thing } from '${source}'\nthing()\n`
  const text = path.endsWith('.astro') ? `---\n${code}---\n<p />\n` : code
  const [result] = await eslint.lintText(text, { filePath: path })
  return result?.messages.map((message) => message.ruleId ?? message.message) ?? []
}

const island = 'site/features/hype/hype.store.ts'
const page = 'site/pages/[...locale]/index.astro'
const contract = 'worker/features/hype/contract.ts'
const useCase = 'worker/features/hype/hype.ts'

describe('lint refuses', { timeout: 20_000 }, () => {
  test.each([
    ['an island importing a use case', island, '#worker/features/hype/hype.ts'],
    ['an island importing worker words', island, '#worker/context.ts'],
    ['site code importing the database', 'site/lib/api.ts', '#worker/db/client.ts'],
    ['site code importing the endpoints', 'site/lib/api.ts', '#worker/endpoints.ts'],
    ['site code importing tests', 'site/lib/api.ts', '#tests/browser-page.ts'],
    ['a page importing routes', page, '#worker/features/hype/routes.ts'],
    ['a page importing the database', page, '#worker/db/client.ts'],
    ['a contract importing the database', contract, '#worker/db/client.ts'],
    ['a contract importing its use case', contract, './hype.ts'],
    ['an integration importing a contract', 'worker/integrations/mail/mailer.ts', `#${contract}`],
    ['transport importing a contract', 'worker/auth/access.ts', `#${contract}`],
    ['transport importing a feature', 'worker/api/guards.ts', '../features/hype/hype.ts'],
    ['the database importing a feature', 'worker/db/client.ts', '../features/hype/hype.ts'],
    ['the worker importing the site', useCase, '#site/lib/paths.ts'],
    ['the worker importing local equipment', 'worker/app.ts', '#local/start.ts'],
    ['a feature importing routes', useCase, '#worker/features/events/routes.ts'],
    ['routes touching tables', 'worker/features/hype/routes.ts', '#worker/db/schema/events.ts'],
  ])('%s', async (_, path, source) => {
    expect(await refusalsOf(path, source)).toEqual(['boundaries/dependencies'])
  })

  test('a contract importing a package other than valibot', async () => {
    expect(await refusalsOf(contract, 'drizzle-orm')).toEqual(['no-restricted-imports'])
  })

  test('a drawer of a file', async () => {
    expect(await refusalsOf('worker/features/hype/utils.ts', 'hono')).toEqual(['local/file-name'])
  })
})

describe('a way to the database', { timeout: 20_000 }, () => {
  async function rulesAgainst(path: string, code: string) {
    const [result] = await eslint.lintText(code, { filePath: path })
    return result?.messages.map(({ ruleId }) => ruleId).filter((id) => id?.startsWith('local/'))
  }

  test.each([
    `import { batch } from '#worker/db/client.ts'`,
    `import { batch as run } from '../../db/client.ts'`,
    `import * as database from '#worker/db/client.ts'`,
    `import { createSender } from '#worker/db/hrana.ts'`,
    `export const ask = (ctx) => ctx.db.send([], 'write')`,
    `export const ask = ({ db }) => db.$client.execute('select 1')`,
    `export const ask = async (ctx) => await ctx.db.update(users).set({ isActive: true })`,
    `export const ask = async ({ db }) => { await db.all(query) }`,
  ])('past the check of the session is refused: %s', async (code) => {
    expect(await rulesAgainst(useCase, code)).toEqual(['local/checked-database'])
    expect(await rulesAgainst('site/pages/index.astro', `---\n${code}\n---`)).toHaveLength(1)
  })

  test.each([
    `import { section } from '#worker/db/client.ts'`,
    `export const select = ({ db }) => select(db, query)`,
    `export const change = (ctx) => ctx.db.update(users).set({ isActive: true })`,
    `export const ask = async (ctx) => await read(ctx, [ctx.db.select().from(users)])`,
    `export const ask = async (ctx) => await ctx.send([])`,
  ])('through the check passes: %s', async (code) => {
    expect(await rulesAgainst(useCase, code)).toEqual([])
  })
})

describe('lint lets pass', { timeout: 20_000 }, () => {
  test.each([
    ['an island importing a contract', island, '#worker/features/hype/contract.ts'],
    ['the client importing the types of the API', 'site/lib/api-calls.ts', '#worker/api-types.ts'],
    ['an island importing messages', island, '#messages'],
    ['a page importing a use case', page, '#worker/features/hype/hype.ts'],
    ['a feature calling the verb of another', useCase, '#worker/features/events/events.ts'],
    ['a feature importing the schema', useCase, '#worker/db/schema/events.ts'],
    ['the app mounting routes', 'worker/app.ts', './features/hype/routes.ts'],
    ['a test importing anything', 'worker/features/hype/hype.test.ts', '#local/start.ts'],
  ])('%s', async (_, path, source) => {
    expect(await refusalsOf(path, source)).toEqual([])
  })
})

describe('circles', () => {
  test('between two features are found, though no two files form one', () => {
    const graph = buildImportGraph([
      [useCase, `import { getEvent } from '#worker/features/events/events.ts'`],
      ['worker/features/events/events.ts', ''],
      ['worker/features/events/ranking.ts', `export { score } from '../hype/score.ts'`],
    ])
    expect(findCycles(graph)).toEqual([])
    expect(findCycles(buildFeatureGraph(listFeatureArrows(graph)))).toEqual([
      ['hype', 'events', 'hype'],
    ])
  })

  test('are not made by the parts of one feature, nor by types', () => {
    const files: [string, string][] = [
      ['worker/features/events/feeds/feed.ts', `import { home } from '../home/home.ts'`],
      ['worker/features/events/home/home.ts', `import { find } from '../feeds/find.ts'`],
      ['worker/features/events/feeds/find.ts', `import { hype } from '../../hype/hype.ts'`],
      [
        'worker/features/hype/hype.ts',
        `import type { Home } from '../events/home/home.ts'
        import { type Feed, type Item } from '../events/feeds/feed.ts'`,
      ],
    ]
    const cycles = (hasTypes: boolean) =>
      findCycles(buildFeatureGraph(listFeatureArrows(buildImportGraph(files, { hasTypes }))))
    expect(cycles(false)).toEqual([])
    expect(cycles(true)).toEqual([['events', 'hype', 'events']])
  })

  test('between features of the site are found, through their views, islands and stores', () => {
    const graph = buildImportGraph([
      ['site/features/hype/HypeButton.astro', `---\nimport './toggles/toggle.ts'\n---\n<p />`],
      ['site/features/hype/toggles/toggle.ts', ''],
      [
        'site/features/events/Row.astro',
        `---\nimport Hype from '../hype/HypeButton.astro'\n---\n<script>import './list.store.ts'</script>`,
      ],
      ['site/features/events/list.store.ts', ''],
      [
        'site/features/hype/list/Hyped.tsx',
        `import { list } from '#site/features/events/list.store.ts'`,
      ],
      ['site/features/deals/deals.test.tsx', `import '#site/features/events/list.store.ts'`],
      ['site/features/events/Deal.tsx', `import { deal } from '#site/features/deals/deal.ts'`],
    ])
    expect(findCycles(graph)).toEqual([])
    expect(findCycles(buildFeatureGraph(listFeatureArrows(graph)))).toEqual([
      ['site/features/events', 'site/features/hype', 'site/features/events'],
    ])
  })

  test('between files are found, through pages and type imports too', () => {
    const graph = buildImportGraph([
      ['site/ui/Card.astro', `---\nimport { a } from '#site/lib/card.ts'\n---\n<p />`],
      ['site/lib/card.ts', `import type { Props } from '../ui/Card.astro'`],
    ])
    expect(findCycles(graph)).toEqual([
      ['site/ui/Card.astro', 'site/lib/card.ts', 'site/ui/Card.astro'],
    ])
  })

  test('are not made by what is loaded later', () => {
    const graph = buildImportGraph([
      ['site/lib/menu.ts', `export const load = () => import('./dialog.ts')`],
      ['site/lib/dialog.ts', `import { load } from './menu.ts'`],
    ])
    expect(findCycles(graph)).toEqual([])
  })

  test('between features are found through what is loaded later, too', () => {
    const files: [string, string][] = [
      ['site/features/hype/hype.ts', `export const offer = () => import('../push/offer.ts')`],
      ['site/features/push/offer.ts', `import { store } from '../hype/hype.store.ts'`],
      ['site/features/hype/hype.store.ts', ''],
    ]
    const graph = buildImportGraph(files, { hasLazyImports: true })
    expect(findCycles(buildFeatureGraph(listFeatureArrows(graph)))).toEqual([
      ['site/features/hype', 'site/features/push', 'site/features/hype'],
    ])
  })

  test('are not made by importing the contract of another feature', () => {
    const graph = buildImportGraph([
      [useCase, `import { EventId } from '#worker/features/events/contract.ts'`],
      ['worker/features/events/events.ts', `import { hype } from '../hype/hype.ts'`],
    ])
    expect(findCycles(buildFeatureGraph(listFeatureArrows(graph)))).toEqual([])
  })
})
