import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTS, { astToString } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { endpointAreaDescriptions, endpoints } from '#worker/endpoints.ts'
import { openApiDocument } from './openapi.ts'

const source = JSON.stringify(
  openApiDocument({ endpoints, areas: endpointAreaDescriptions }, 'https://hypecal.com'),
)
const { paths } = JSON.parse(source) as {
  paths: Record<string, Record<string, { operationId: string; responses: object }>>
}

test('the document passes the recommended rules', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, config })
  const said = problems.map(({ severity, ruleId, message, location }) => {
    return `${severity} ${ruleId} at ${location[0]?.pointer}: ${message}`
  })
  expect(said).toEqual([])
})

test('types can be generated from the document', async () => {
  const types = astToString(await openapiTS(source))
  for (const { operationId } of endpoints) expect(types).toContain(`    ${operationId}: {`)
})

test('each operation has a name of its own, in camel case', () => {
  const names = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(names).toHaveLength(endpoints.length)
  expect(names.filter((name) => !/^[a-z]+(?:[A-Z][a-z]+)*$/.test(name))).toEqual([])
})

test.each([
  ['/events', 'get', [200, 422, 429]],
  ['/events/{event}', 'get', [200, 404, 429]],
  ['/events/{event}/toggle_hype', 'put', [200, 400, 401, 403, 404, 409, 413, 422, 429]],
  ['/auth/signup', 'post', [201, 400, 403, 409, 413, 422, 429]],
  ['/users/me', 'get', [200, 401, 403, 429]],
  ['/users/me/avatar', 'put', [200, 400, 401, 403, 413, 415, 422, 429]],
])('the answers of %s %s follow from its definition', (path, method, statuses) => {
  const responses = Object.keys(paths[path]?.[method]?.responses ?? {})
  expect(responses).toEqual([...statuses.map(String), 'default'])
})
