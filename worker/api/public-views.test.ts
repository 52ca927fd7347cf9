import { expect, test } from 'vitest'
import { publicViews } from '#tests/support/tables/policy-sentences.ts'
import { endpointAreaDescriptions, endpoints, feedFiles } from '#worker/endpoints.ts'
import { namedSchemas } from '#worker/named-schemas.ts'
import { buildOpenApiDocument } from './openapi.ts'

type Schema = { $ref?: string; properties?: Record<string, Schema>; [key: string]: unknown }
type Operation = { operationId: string; security?: unknown[]; responses: Schema }

const described = [...endpoints, ...feedFiles]
const api = { endpoints: described, areas: endpointAreaDescriptions, named: namedSchemas }
const { info, paths, components } = JSON.parse(
  JSON.stringify(buildOpenApiDocument(api, 'https://hypecal.com')),
) as {
  info: { description: string }
  paths: Record<string, { get?: Operation }>
  components: { schemas: Record<string, Schema> }
}

const ofPeople =
  /^(?:username|avatar_(?:path|url)|author|author_name|email|proposer\w*|user_id|members?|faces)$/

/** Properties about people that a schema shows, each with the name of what it is in. */
function findPeople(schema: unknown, owner: string, seen: Set<string>): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { $ref, properties = {}, ...others } = schema as Schema
  const name = $ref?.split('/').at(-1)
  if (name) {
    if (seen.has(name)) return []
    seen.add(name)
    return findPeople(components.schemas[name], name, seen)
  }
  const shown = Object.keys(properties).filter((property) => ofPeople.test(property))
  return [
    ...shown.map((property) => `${owner}.${property}`),
    ...Object.values({ ...properties, ...others }).flatMap((part) => findPeople(part, owner, seen)),
  ]
}

test('answers to visitors name or show people only in the places of the privacy policy', () => {
  const open = Object.values(paths).flatMap(({ get }) => (get?.security?.length === 0 ? [get] : []))
  expect(open.length).toBeGreaterThan(20)
  const seen = new Set<string>()
  const found = open.flatMap(({ operationId, responses }) =>
    findPeople(responses, operationId, seen),
  )
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(publicViews).toSorted())
})

test('who reads names of members by the API is asked not to keep them', () => {
  expect(info.description).toContain('Store no name of a member for longer than 24 hours.')
})
