import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { endpointAreaDescriptions, endpoints, feedFiles } from '#worker/endpoints.ts'
import { contentLanguages } from '#worker/locale/locales.ts'
import { namedSchemas } from '#worker/named-schemas.ts'
import { buildOpenApiDocument } from './openapi.ts'

const described = [...endpoints, ...feedFiles]
const api = { endpoints: described, areas: endpointAreaDescriptions, named: namedSchemas }
const source = JSON.stringify(buildOpenApiDocument(api, 'https://hypecal.com'))
type Parameter = { name: string; in: string; description?: string; schema: object }
type Operation = {
  operationId: string
  description?: string
  responses: object
  requestBody?: { required?: boolean }
}
const { paths, components } = JSON.parse(source) as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; parameters: Record<string, Parameter> }
}
const operations = Object.values(paths).flatMap((path) => Object.values(path))

test('the document passes the strict recommended rules of Redocly', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source, config })
  const said = problems.map(({ severity, ruleId, message, location }) => {
    return `${severity} ${ruleId} at ${location[0]?.pointer}: ${message}`
  })
  expect(said).toEqual([])
})

test('the document passes the OpenAPI rules of Spectral', { timeout: 30_000 }, async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] } as spectral.RulesetDefinition)
  const problems = await linter.run(JSON.parse(source) as Record<string, unknown>)
  expect(
    problems.map(({ code, path, message }) => `${code} at ${path.join('.')}: ${message}`),
  ).toEqual([])
})

test('the document is small enough to be read at once', () => {
  expect(source.length).toBeLessThanOrEqual(360_000)
})

test('what clients build on has a name, and an example', () => {
  const names = ['Event', 'EventSummary', 'Group', 'Game', 'Streamer', 'Article', 'Proposal']
  for (const name of names) expect(components.schemas[name]).toHaveProperty('examples')
})

test('each body is required, and each operation and parameter is described', () => {
  for (const { operationId, description, requestBody } of operations) {
    expect([operationId, description]).toEqual([operationId, expect.stringMatching(/\.$/)])
    if (requestBody) expect([operationId, requestBody.required]).toEqual([operationId, true])
  }
  const inline = [
    ...source.matchAll(/"name":"([\w-]+)","in":"(?:path|query|header)"(,"description")?/g),
  ]
  expect(inline.filter(([, , described]) => !described).map(([, name]) => name)).toEqual([])
})

test('files beside the API have their own server, their filters and their types', () => {
  const feed = paths['/feeds/events.{form}']?.['get'] as unknown as {
    servers: object[]
    parameters: { $ref?: string; name?: string }[]
    responses: Record<string, { content: object }>
  }
  expect(feed.servers).toEqual([{ url: 'https://hypecal.com' }])
  const names = feed.parameters.map(({ $ref, name = '' }) => $ref?.split('/').at(-1) ?? name)
  expect(names).toEqual(expect.arrayContaining(['game_q', 'lang', 'from', 'language', 'limit']))
  expect(Object.keys(feed.responses['200']?.content ?? {})).toEqual([
    'text/calendar',
    'application/rss+xml',
    'application/atom+xml',
    'application/feed+json',
  ])
})

test('filters, limits and ids say which values they take', () => {
  const { limit, language } = components.parameters
  expect(limit?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 24 })
  expect(language).toMatchObject({
    style: 'form',
    explode: true,
    schema: { type: 'array', items: { $ref: '#/components/schemas/ContentLanguage' } },
  })
  expect(components.schemas.ContentLanguage).toMatchObject({ enum: contentLanguages })
  const fractions = [...source.matchAll(/"(\w+)":\{"type":"number"/g)].map(([, name]) => name)
  expect(new Set(fractions)).toEqual(new Set(['unlocked_percentage']))
})

test(
  'a compiled client can call neither with a wrong filter nor without a body',
  { timeout: 60_000 },
  async () => {
    const types = astToString(await openapiTS(source))
    for (const { operationId } of described) expect(types).toContain(`    ${operationId}: {`)
    const calls = `import type { operations, components } from './api.ts'
    type Query = NonNullable<operations['listEvents']['parameters']['query']>
    type Body = operations['logIn'] extends { requestBody: infer Sent } ? Sent : never
    export const right: Query = { language: ['fr'], limit: 5 }
    export const event: components['schemas']['Event']['id'] = 5
    // @ts-expect-error A language that is not there
    export const language: Query = { language: ['klingon'] }
    // @ts-expect-error A limit that is no number
    export const limit: Query = { limit: 'abc' }
    // @ts-expect-error No body
    export const call: Pick<operations['signUp'], 'requestBody'> = {}
    // @ts-expect-error No body
    export const body: Body = undefined`
    expect(compile({ 'api.ts': types, 'calls.ts': calls })).toEqual([])
  },
)

const compiler = 'node_modules/typescript-native/bin/tsc'
const options = [
  ...'--ignoreConfig --strict --noEmit --allowImportingTsExtensions'.split(' '),
  ...'--target esnext --module esnext --moduleResolution bundler'.split(' '),
  ...['--types', ''],
]

/** Complaints of the compiler about files that are all there is. */
function compile(files: Record<string, string>): string[] {
  mkdirSync('test-results', { recursive: true })
  const folder = mkdtempSync(join('test-results', 'client-'))
  try {
    const names = Object.entries(files).map(([name, text]) => {
      const path = join(folder, name)
      writeFileSync(path, text)
      return path
    })
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [compiler, ...options, ...names],
      { encoding: 'utf8' },
    )
    const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '')
    return status === 0 ? lines : [`status ${status}`, ...lines]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('each operation has a name of its own, in camel case', () => {
  const names = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(names).toHaveLength(described.length)
  expect(names.filter((name) => !/^[a-z]+(?:[A-Z][a-z]+)*$/.test(name))).toEqual([])
})

test.each([
  ['/events', 'get', [200, 422, 429]],
  ['/events/{event}', 'get', [200, 404, 429]],
  ['/events/{event}/toggle_hype', 'put', [200, 400, 401, 403, 404, 409, 413, 415, 422, 429]],
  ['/auth/signup', 'post', [201, 400, 403, 409, 413, 415, 422, 429]],
  ['/users/me', 'get', [200, 401, 403, 429]],
  ['/users/me/avatar', 'put', [200, 400, 401, 403, 413, 415, 422, 429]],
])('the answers of %s %s follow from its definition', (path, method, statuses) => {
  const responses = Object.keys(paths[path]?.[method]?.responses ?? {})
  expect(responses).toEqual(statuses.map(String))
})
