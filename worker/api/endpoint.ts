import type { Context } from 'hono'
import * as v from 'valibot'
import { assertSession, type Actor, type Ctx, type Visitor } from '#worker/context.ts'
import type { FieldError } from '#worker/contracts/errors.ts'
import { authorize, readBearerToken, type AccessLevel, type ActorFor } from '../auth/access.ts'
import { AppError, type ErrorCode, type ErrorKind } from './errors.ts'
import { findApiCachePolicy } from '../caching/cache-map.ts'
import { cacheHeaders, type CachePolicy } from '../caching/cache-policy.ts'
import { toJsonText } from './json-text.ts'
import { computeWeakETag } from '../caching/etag.ts'
import { bodyLimitBytes, limitBody, type BodyKind } from '../request/request-body.ts'
import type { Limiter } from '../request/rate-limits.ts'
import { readBody, readQuery, validateInput } from './validation.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type OptionalSchema = v.GenericSchema | undefined
type SchemaOutput<S extends OptionalSchema> = S extends v.GenericSchema
  ? v.InferOutput<S>
  : undefined
type HandlerResult<S extends OptionalSchema> = S extends v.GenericSchema ? v.InferOutput<S> : void

export type EndpointInput<
  Params extends OptionalSchema,
  Query extends OptionalSchema,
  Body extends OptionalSchema,
  Headers extends OptionalSchema = undefined,
> = {
  params: SchemaOutput<Params>
  query: SchemaOutput<Query>
  body: SchemaOutput<Body>
  headers: SchemaOutput<Headers>
  /** Only for cookies. */
  http: Context
}

export type EndpointErrors = Partial<Record<ErrorKind, readonly ErrorCode[]>>

type EndpointFields<
  Params extends OptionalSchema,
  Query extends OptionalSchema,
  Body extends OptionalSchema,
  Headers extends OptionalSchema,
  Answer extends OptionalSchema,
> = {
  /** Verb and noun, unique: the name in generated clients. */
  operationId: string
  summary: string
  /** Its writes need a sign-in or a reauthentication of the last ten minutes. */
  isReauthenticationRequired?: boolean
  /** It reads what a password alone must not show of members: staff need their passkey. */
  isPasskeyRequired?: boolean
  usesRefreshCookie?: boolean
  /** In addition to the errors implied by access, parameters and body. */
  errors?: EndpointErrors
  /** Default: WRITES. Reads are counted as READS besides. */
  limiter?: Limiter
  params?: Params
  query?: Query
  body?: Body
  /** In lower case, as requests hold them. */
  headers?: Headers
  maxBytes?: number
  answer?: Answer
}

export type Endpoint<
  Verb extends Method = Method,
  Path extends string = string,
  Params extends OptionalSchema = OptionalSchema,
  Query extends OptionalSchema = OptionalSchema,
  Body extends OptionalSchema = OptionalSchema,
  Headers extends OptionalSchema = OptionalSchema,
  Answer extends OptionalSchema = OptionalSchema,
  Kind extends BodyKind = BodyKind,
> = EndpointFields<Params, Query, Body, Headers, Answer> & {
  method: Verb
  path: Path
  access: AccessLevel
  bodyKind: Kind
  status: 200 | 201 | 204
  isCacheable: boolean
  handle: (ctx: Ctx<Visitor>, http: Context) => Promise<Response>
}

export type EndpointDescription = Omit<Endpoint, 'handle'> & {
  /** Media types of a file, whose address begins at the root of the site. */
  contentTypes?: readonly string[]
}

type FileEndpointFields = Pick<
  EndpointDescription,
  'path' | 'operationId' | 'summary' | 'isCacheable'
> & {
  params?: v.GenericSchema
  query: v.GenericSchema
  contentTypes: readonly string[]
}

export function describeFileEndpoint(file: FileEndpointFields): EndpointDescription {
  return { ...file, method: 'get', access: 'visitor', bodyKind: 'json', status: 200 }
}

type Route = `${Uppercase<Method>} /${string}`
type RouteMethod<Of extends Route> = Of extends `${infer Verb extends Uppercase<Method>} ${string}`
  ? Lowercase<Verb>
  : never
type RoutePath<Of extends Route> = Of extends `${string} ${infer Path}` ? Path : never

type EndpointDefinition<
  Level extends AccessLevel,
  Of extends Route,
  Params extends OptionalSchema,
  Query extends OptionalSchema,
  Body extends OptionalSchema,
  Headers extends OptionalSchema,
  Answer extends OptionalSchema,
  Kind extends BodyKind,
> = EndpointFields<Params, Query, Body, Headers, Answer> & {
  route: Of
  access: Level
  /** Errors that the schema cannot find, reported together with those of the schema. */
  bodyErrors?: (ctx: Ctx, body: unknown) => FieldError[]
  bodyKind?: Kind
  status?: Endpoint['status']
  /** For answers that the edge keeps, with the tags of the cache map; others are private. */
  maxAge?: Level extends 'visitor' ? (answer: HandlerResult<Answer>, ctx: Ctx) => number : never
  run: (
    ctx: Ctx<ActorFor[Level]>,
    input: EndpointInput<Params, Query, Body, Headers>,
  ) => Promise<HandlerResult<Answer>>
}

export function endpoint<
  const Level extends AccessLevel,
  const Of extends Route,
  Params extends OptionalSchema = undefined,
  Query extends OptionalSchema = undefined,
  Body extends OptionalSchema = undefined,
  Headers extends OptionalSchema = undefined,
  Answer extends OptionalSchema = undefined,
  const Kind extends BodyKind = 'json',
>(
  definition: EndpointDefinition<Level, Of, Params, Query, Body, Headers, Answer, Kind>,
): Endpoint<RouteMethod<Of>, RoutePath<Of>, Params, Query, Body, Headers, Answer, Kind> {
  const {
    route,
    maxAge,
    run,
    bodyErrors: _,
    bodyKind = 'json',
    status = 200,
    ...otherOptions
  } = definition
  const { method, path } = splitRoute(route)
  const policyOf = method === 'get' ? findApiCachePolicy(path) : undefined
  async function handle(visitor: Ctx<Visitor>, http: Context): Promise<Response> {
    const token = readBearerToken(http.req.header('Authorization'))
    const { access, isReauthenticationRequired, isPasskeyRequired } = definition
    const proofs = { isReauthenticationRequired, isPasskeyRequired }
    const ctx = await authorize(visitor, access, token, proofs)
    const input = await validateEndpointInput(ctx, definition, http)
    const answer = await run(ctx, input)
    if (policyOf) {
      const policy = policyOf(answer as object, maxAge?.(answer, ctx))
      return createPublicResponse(http, answer as object, policy)
    }
    http.header('Cache-Control', 'private, no-store')
    if (status === 204) return http.body(null, 204)
    return http.json(otherOptions.answer ? (answer as object) : {}, status)
  }
  // `Kind` is 'json' exactly where no kind is given.
  const isCacheable = policyOf !== undefined
  return { ...otherOptions, method, path, bodyKind: bodyKind as Kind, status, isCacheable, handle }
}

function splitRoute<Of extends Route>(route: Of) {
  const [verb = '', path] = route.split(' ')
  // Both are parts of the literal.
  return { method: verb.toLowerCase() as RouteMethod<Of>, path: path as RoutePath<Of> }
}

/** Serialised and hashed once; Hono's `json` would copy the response. */
function createPublicResponse(http: Context, answer: object, policy: CachePolicy): Response {
  http.set('cachePolicy', policy)
  const bytes = new TextEncoder().encode(toJsonText(answer))
  const headers = {
    'Content-Type': 'application/json',
    ...cacheHeaders(policy),
    ETag: computeWeakETag(bytes),
  }
  return new Response(bytes, { headers })
}

async function validateEndpointInput<
  Params extends OptionalSchema,
  Query extends OptionalSchema,
  Body extends OptionalSchema,
  Headers extends OptionalSchema,
>(
  ctx: Ctx<Actor>,
  definition: Pick<Endpoint, 'maxBytes'> & {
    params?: Params
    query?: Query
    body?: Body
    headers?: Headers
    bodyErrors?: ((ctx: Ctx, body: unknown) => FieldError[]) | undefined
    bodyKind?: BodyKind
  },
  http: Context,
): Promise<EndpointInput<Params, Query, Body, Headers>> {
  const { params, query, body, headers, bodyErrors = () => [], bodyKind = 'json' } = definition
  const validatedBody = (schema: v.GenericSchema, sent: unknown) =>
    validateInput(schema, sent, ctx.locale, () => bodyErrors(ctx, sent))
  try {
    await limitBody(http.req, definition.maxBytes ?? bodyLimitBytes[bodyKind])
    const parsed = {
      params: params && validateInput(params, http.req.param(), ctx.locale),
      query: query && validateInput(query, readQuery(http), ctx.locale),
      headers: headers && validateInput(headers, http.req.header(), ctx.locale),
      body: body && validatedBody(body, await readBody(http, bodyKind)),
      http,
    }
    return parsed as EndpointInput<Params, Query, Body, Headers>
  } catch (error) {
    // Before validation: an ended session gets 401, not validation errors.
    await assertSession(ctx)
    if (error instanceof AppError && isInvalidPath(error, params, http)) {
      throw new AppError('not_found', 'route_not_found')
    }
    throw error
  }
}

/** A malformed id in a path is 404, not 422. */
function isInvalidPath(error: AppError, params: OptionalSchema, http: Context): boolean {
  return error.kind === 'invalid' && params !== undefined && !v.is(params, http.req.param())
}
