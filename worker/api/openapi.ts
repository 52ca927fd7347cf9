import { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { EndpointDescription } from './endpoint.ts'
import { errorStatuses, type ErrorCode, type ErrorKind } from './errors.ts'
import { describeParameters, extractSharedParameters } from './openapi-parameters.ts'
import {
  describeSchemas,
  collectUsedSchemas,
  type ApiSchemas,
  type JsonObject,
  type NamedSchemas,
} from './openapi-schemas.ts'

function describeContent(schema: JsonObject, type = 'application/json'): JsonObject {
  return { content: { [type]: { schema } } }
}

const bodyTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
}

const failure = describeContent({ $ref: '#/components/schemas/Error' })
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
type FailureCause = keyof typeof causes

function describeFailure(cause: FailureCause, codes: readonly ErrorCode[] = []): JsonObject {
  const codeList = codes.map((code) => `\`${code}\``).join(', ')
  return {
    description: codeList ? `${causes[cause]}: ${codeList}` : causes[cause],
    ...(cause === 'rate_limited' ? { headers: retryAfter } : {}),
    ...failure,
  }
}

const implied: Partial<Record<FailureCause, (endpoint: EndpointDescription) => boolean>> = {
  malformed: ({ body }) => body !== undefined,
  unauthenticated: ({ access }) => access !== 'visitor',
  forbidden: ({ access }) => access !== 'visitor',
  not_found: ({ params }) => params !== undefined,
  too_large: ({ body }) => body !== undefined,
  unsupported: ({ body }) => body !== undefined,
  invalid: ({ query, body, headers }) => (query ?? body ?? headers) !== undefined,
  rate_limited: () => true,
}

function listErrorCodes(endpoint: EndpointDescription, cause: FailureCause) {
  const { errors, access, method, isReauthenticationRequired, isPasskeyRequired } = endpoint
  const codeList = errors?.[cause] ?? []
  if (cause !== 'forbidden') return codeList
  const isStaff = access === 'moderator' || access === 'admin'
  const checked: ErrorCode[] = [
    ...(isPasskeyRequired || (isStaff && method !== 'get') ? (['passkey_required'] as const) : []),
    ...(isReauthenticationRequired ? (['sign_in_again'] as const) : []),
  ]
  return [...codeList, ...checked]
}

function describeFailures(
  endpoint: EndpointDescription,
  failures: Map<string, JsonObject>,
): JsonObject {
  const responses = (Object.keys(causes) as FailureCause[]).flatMap((cause) => {
    const codes = listErrorCodes(endpoint, cause)
    if (codes.length === 0 && !implied[cause]?.(endpoint)) return []
    const name = codes.join('-') || cause
    failures.set(name, describeFailure(cause, codes))
    return [[errorStatuses[cause], { $ref: `#/components/responses/${name}` }]]
  })
  return Object.fromEntries(responses)
}

const audiences: Record<EndpointDescription['access'], string> = {
  visitor: 'Everyone.',
  member: 'Members.',
  contributor: 'Contributors.',
  moderator: 'Moderators.',
  admin: 'Admins.',
}

function describeEndpoint(endpoint: EndpointDescription): string {
  const { access, method, isCacheable, isReauthenticationRequired, isPasskeyRequired } = endpoint
  const isStaffWrite = (access === 'moderator' || access === 'admin') && method !== 'get'
  const facts = [
    audiences[access],
    (isStaffWrite || isPasskeyRequired) && 'Passkey.',
    isReauthenticationRequired && 'Confirmed within ten minutes.',
    isCacheable && 'Cached; any origin.',
  ]
  return facts.filter(Boolean).join(' ')
}

function describeSecurity({
  access,
  usesRefreshCookie,
}: EndpointDescription): JsonObject[] | undefined {
  if (usesRefreshCookie) return [{ refresh_cookie: [] }, {}]
  return access === 'visitor' ? [] : undefined
}

function describeOperation(
  endpoint: EndpointDescription,
  schemas: ApiSchemas,
  failures: Map<string, JsonObject>,
): JsonObject {
  const { body, bodyKind, status, access, isReauthenticationRequired } = endpoint
  const parameters = [
    ...describeParameters(endpoint.params, 'path', schemas),
    ...describeParameters(endpoint.query, 'query', schemas),
    ...describeParameters(endpoint.headers, 'header', schemas),
  ]
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    description: describeEndpoint(endpoint),
    tags: [endpoint.path.split('/')[1]],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: describeRequestBody(schemas.refOf(body), bodyTypes[bodyKind]) } : {}),
    responses: {
      [status]: { description: 'OK', ...describeSuccessResponse(endpoint, schemas) },
      ...describeFailures(endpoint, failures),
    },
    security: describeSecurity(endpoint),
    ...(access === 'visitor' ? {} : { 'x-access': access }),
    ...(isReauthenticationRequired ? { 'x-confirmation': true } : {}),
  }
}

function describeSuccessResponse(
  { status, answer, contentTypes }: EndpointDescription,
  schemas: ApiSchemas,
): JsonObject {
  if (status === 204) return {}
  if (!contentTypes) return describeContent(answer ? schemas.refOf(answer) : emptyAnswer)
  const text = { schema: { type: 'string' } }
  return { content: Object.fromEntries(contentTypes.map((type) => [type, text])) }
}

const emptyAnswer = { type: 'object', properties: {} }

function describeRequestBody(schema: JsonObject, type: string): JsonObject {
  return { required: true, ...describeContent(schema, type) }
}

type ApiDescription = {
  endpoints: readonly EndpointDescription[]
  areas: Record<string, string>
  named: NamedSchemas
}

export function buildOpenApiDocument(api: ApiDescription, siteUrl: string): JsonObject {
  const { endpoints, areas } = api
  const schemas = describeSchemas(endpoints, { ...api.named, Error: ErrorEnvelope })
  const failures = new Map<string, JsonObject>()
  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const operation = {
      ...describeOperation(endpoint, schemas, failures),
      ...(endpoint.contentTypes && { servers: [{ url: siteUrl }] }),
    }
    paths[path] = { ...paths[path], [endpoint.method]: operation }
  }
  const parameters = extractSharedParameters(paths)
  const bodyRefs = endpoints.flatMap(({ body }) => (body ? [schemas.refOf(body)] : []))
  const responses = Object.fromEntries(failures)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Hypecal',
      version: '1',
      description:
        'The agenda of special live streams. Any call may answer 500 or 503 too, with the schema `Error`. Store no name of a member for longer than 24 hours.',
      contact: { name: 'Hypecal', url: `${siteUrl}/faq` },
      license: { name: 'Proprietary', url: `${siteUrl}/terms-and-conditions` },
    },
    servers: [{ url: `${siteUrl}/api/v1` }],
    security: [{ bearer: [] }],
    tags: Object.entries(areas).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: collectUsedSchemas({ paths, parameters, responses }, schemas, bodyRefs),
      parameters,
      responses,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        refresh_cookie: { type: 'apiKey', in: 'cookie', name: 'refresh_token' },
      },
    },
  }
}
