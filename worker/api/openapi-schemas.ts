import { toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { capitalize } from '#worker/locale/date-words.ts'
import type { EndpointDescription } from './endpoint.ts'
import { exampleSchemaNames, buildExample } from './openapi-examples.ts'

export type JsonObject = Record<string, unknown>
export type NamedSchemas = Record<string, v.GenericSchema>
type SchemaDefinitions = Record<string, JsonObject>

const prefix = '#/components/schemas/'

/** Numbers of the API are whole, unless the metadata of their schema has `type: 'number'`. */
function toJsonSchemas(definitions: NamedSchemas, typeMode: 'input' | 'output'): SchemaDefinitions {
  return toJsonSchemaDefs(definitions as Parameters<typeof toJsonSchemaDefs>[0], {
    typeMode,
    errorMode: 'ignore',
    target: 'draft-2020-12',
    overrideRef: ({ referenceId }) => prefix + referenceId,
    overrideSchema({ valibotSchema: { type }, jsonSchema }) {
      if (type === 'file') return { type: 'string', format: 'binary' }
      return jsonSchema.type === 'number' ? { ...jsonSchema, type: 'integer' } : undefined
    },
  }) as SchemaDefinitions
}

const views = /View$/

/** The schemas that contracts export for bodies and answers, under their names without `View`. */
export function collectNamedSchemas(contracts: Iterable<object>): NamedSchemas {
  const exported = [...contracts].flatMap((contract) => Object.entries(contract))
  const isSchema = (value: unknown): value is v.GenericSchema =>
    typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'
  const isNamed = (name: string, { type }: v.GenericSchema) =>
    /object|picklist|variant|array/.test(type) &&
    !/(?:Query|Params|Filters|Headers|Form)$/.test(name)
  const schemas = exported.filter(([name, value]) => isSchema(value) && isNamed(name, value))
  return Object.fromEntries(schemas.map(([name, schema]) => [name.replace(views, ''), schema]))
}

export type ApiSchemas = {
  inputs: SchemaDefinitions
  outputs: SchemaDefinitions
  refOf: (schema: v.GenericSchema) => JsonObject
}

export function describeSchemas(
  endpoints: readonly EndpointDescription[],
  namedSchemas: NamedSchemas,
): ApiSchemas {
  const names = new Map(Object.entries(namedSchemas).map(([name, schema]) => [schema, name]))
  for (const endpoint of endpoints) {
    for (const schemaName of ['params', 'query', 'headers', 'body', 'answer'] as const) {
      const schema = endpoint[schemaName]
      if (schema && !names.has(schema)) {
        names.set(schema, capitalize(endpoint.operationId) + capitalize(schemaName))
      }
    }
  }
  const schemasByName = Object.fromEntries([...names].map(([schema, name]) => [name, schema]))
  return {
    inputs: toJsonSchemas(schemasByName, 'input'),
    outputs: toJsonSchemas(schemasByName, 'output'),
    refOf: (schema) => ({ $ref: prefix + (names.get(schema) ?? '') }),
  }
}

function findReachableNames(roots: unknown, definitions: SchemaDefinitions): Set<string> {
  const reached = new Set<string>()
  const visit = (node: unknown): void => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (reached.has(name)) continue
      reached.add(name)
      visit(definitions[name] ?? {})
    }
  }
  visit(roots)
  return reached
}

export function collectUsedSchemas(
  document: unknown,
  schemas: ApiSchemas,
  writtenBodies: unknown,
): SchemaDefinitions {
  const { inputs, outputs } = schemas
  const sent = findReachableNames(writtenBodies, inputs)
  const used = [
    ...findReachableNames(document, { ...outputs, ...pickDefinitions(inputs, sent) }),
  ].sort()
  const definitions = Object.fromEntries(
    used.map((name) => [name, (sent.has(name) ? inputs[name] : outputs[name]) ?? {}]),
  )
  return Object.fromEntries(
    Object.entries(extendSchemas(definitions)).map(([name, schema]) => {
      if (!exampleSchemaNames.has(name)) return [name, schema]
      return [name, { ...schema, examples: [buildExample(definitions[name] ?? {}, definitions)] }]
    }),
  )
}

type ObjectSchema = { properties?: JsonObject; required?: string[] }

function listPropertyTexts({ properties = {}, required = [] }: ObjectSchema): string[] {
  return Object.entries(properties).map(([name, schema]) =>
    JSON.stringify([name, schema, required.includes(name)]),
  )
}

/** Fewer are the same by chance. */
const leastRepeated = 6

/** One that says all that another says, and more, refers to it instead of saying it again. */
function extendSchemas(definitions: SchemaDefinitions): SchemaDefinitions {
  const listed = Object.entries(definitions).map(([name, schema]) => {
    return { name, schema: schema as ObjectSchema, texts: new Set(listPropertyTexts(schema)) }
  })
  const bySize = listed.toSorted((a, b) => b.texts.size - a.texts.size)
  return Object.fromEntries(
    listed.map(({ name, schema, texts }) => {
      const base = bySize.find(
        (other) =>
          other.texts.size >= leastRepeated &&
          other.texts.size < texts.size &&
          [...other.texts].every((text) => texts.has(text)),
      )
      if (!base) return [name, schema]
      const isAdded = (property: string) => !(property in (base.schema.properties ?? {}))
      const { properties = {}, required = [] } = schema
      const added = {
        ...schema,
        properties: Object.fromEntries(
          Object.entries(properties).filter(([property]) => isAdded(property)),
        ),
        required: required.filter(isAdded),
      }
      return [name, { allOf: [{ $ref: prefix + base.name }, added] }]
    }),
  )
}

function pickDefinitions(definitions: SchemaDefinitions, names: Set<string>): SchemaDefinitions {
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => names.has(name)))
}
