import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { Endpoint } from './endpoint.ts'
import { errorStatuses, type ErrorCode, type ErrorKind } from './errors.ts'

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

const bodyTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
}

const failure = content({ $ref: '#/components/schemas/Error' })
const retryAfter = {
  'Retry-After': { description: 'Seconds until the next attempt', schema: { type: 'integer' } },
}
const causes = {
  malformed: 'The body cannot be parsed',
  unauthenticated: 'The session is missing or over',
  forbidden: 'The member is not allowed to do this',
  not_found: 'Nothing was found',
  conflict: 'The present state does not allow this',
  too_large: 'The body is too large',
  unsupported: 'The type of the content is not supported',
  invalid: 'The validation failed; `details` lists the fields',
  rate_limited: 'Too many requests',
} satisfies Partial<Record<ErrorKind, string>>
type Cause = keyof typeof causes

function failureOf(cause: Cause, codes: readonly ErrorCode[] = []): Json {
  const named = codes.map((code) => `\`${code}\``).join(', ')
  return {
    description: named ? `${causes[cause]}: ${named}` : causes[cause],
    ...(cause === 'rate_limited' ? { headers: retryAfter } : {}),
    ...failure,
  }
}

/** Errors implied by the parts of a definition; the definition itself names others. */
const implied: Partial<Record<Cause, (endpoint: Endpoint) => boolean>> = {
  malformed: ({ body }) => body !== undefined,
  unauthenticated: ({ access }) => access !== 'visitor',
  forbidden: ({ access }) => access !== 'visitor',
  not_found: ({ params }) => params !== undefined,
  too_large: ({ body }) => body !== undefined,
  invalid: ({ query, body, headers }) => (query ?? body ?? headers) !== undefined,
  rate_limited: () => true,
}

/** Those of the session check, beside what the definition names. */
function namedCodes(endpoint: Endpoint, cause: Cause) {
  const { errors, access, method, isConfirmationRequired, isPasskeyRequired } = endpoint
  const named = errors?.[cause] ?? []
  if (cause !== 'forbidden') return named
  const isStaff = access === 'moderator' || access === 'admin'
  const checked: ErrorCode[] = [
    ...(isPasskeyRequired || (isStaff && method !== 'get') ? (['passkey_required'] as const) : []),
    ...(isConfirmationRequired ? (['sign_in_again'] as const) : []),
  ]
  return [...named, ...checked]
}

function failuresOf(endpoint: Endpoint): Json {
  const responses = (Object.keys(causes) as Cause[]).flatMap((cause) => {
    const codes = namedCodes(endpoint, cause)
    const $ref = `#/components/responses/${cause}`
    if (codes.length > 0) return [[errorStatuses[cause], failureOf(cause, codes)]]
    return implied[cause]?.(endpoint) ? [[errorStatuses[cause], { $ref }]] : []
  })
  return Object.fromEntries(responses)
}

function impliedFailures(): Json {
  return Object.fromEntries(
    (Object.keys(implied) as Cause[]).map((cause) => [cause, failureOf(cause)]),
  )
}

function operationOf(endpoint: Endpoint): Json {
  const { body, bodyKind, status, answer, access, isConfirmationRequired } = endpoint
  const success = status === 204 ? {} : content(schemaOf(answer ?? v.object({}), 'output'))
  return {
    operationId: endpoint.operationId,
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
      ...failuresOf(endpoint),
      default: { description: 'Failure', ...failure },
    },
    security: access === 'visitor' ? [] : [{ bearer: [] }],
    ...(access === 'visitor' ? {} : { 'x-access': access }),
    ...(isConfirmationRequired ? { 'x-confirmation': true } : {}),
  }
}

type Api = { endpoints: readonly Endpoint[]; areas: Record<string, string> }

/** OpenAPI 3.1 from the schemas that validate. */
export function openApiDocument({ endpoints, areas }: Api, siteUrl: string): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hypecal',
      version: '1',
      description: 'The agenda of special live streams.',
      license: { name: 'Proprietary', url: `${siteUrl}/terms-and-conditions` },
    },
    servers: [{ url: `${siteUrl}/api/v1` }],
    tags: Object.entries(areas).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorEnvelope, 'output') },
      responses: impliedFailures(),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}
