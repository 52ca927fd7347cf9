import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { Endpoint } from './endpoint.ts'

type Json = Record<string, unknown>

function schemaOf(schema: v.GenericSchema, typeMode: 'input' | 'output'): Json {
  const json = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], {
    typeMode,
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema }) =>
      valibotSchema.type === 'file' ? { type: 'string', format: 'binary' } : undefined,
  })
  return Object.fromEntries(Object.entries(json).filter(([key]) => key !== '$schema'))
}

function parametersOf(
  schema: v.GenericSchema | undefined,
  place: 'path' | 'query' | 'header',
): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function content(schema: Json, type = 'application/json'): Json {
  return { content: { [type]: { schema } } }
}

const failure = { $ref: '#/components/schemas/Error' }
const bodyTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
}

function operationOf(endpoint: Endpoint): Json {
  const { body, bodyKind, status, answer, access } = endpoint
  const success = status === 204 ? {} : content(schemaOf(answer, 'output'))
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...parametersOf(endpoint.headers, 'header'),
    ],
    ...(body ? { requestBody: content(schemaOf(body, 'input'), bodyTypes[bodyKind]) } : {}),
    responses: {
      [status]: { description: 'Success', ...success },
      default: { description: 'Failure', ...content(failure) },
    },
    ...(access === 'visitor' ? {} : { security: [{ bearer: [] }], 'x-access': access }),
  }
}

/** OpenAPI 3.1, from the schemas that validate. */
export function openApiDocument(endpoints: readonly Endpoint[], siteUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Hypecal', version: '1', description: 'The agenda of special live streams.' },
    servers: [{ url: `${siteUrl}/api/v1` }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorEnvelope, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}
