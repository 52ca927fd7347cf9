import type { Context } from 'hono'
import * as v from 'valibot'
import { assertSession, type Actor, type Ctx, type Visitor } from '#worker/context.ts'
import type { FieldError } from '#worker/contracts/errors.ts'
import { authorize, bearerToken, type Access, type ActorFor } from '../auth/access.ts'
import { AppError } from './errors.ts'
import { setCacheHeaders, type CachePolicy } from '../caching/cache-policy.ts'
import { bodyLimitBytes, limitBody, type BodyKind } from '../request/request-body.ts'
import { bodyOf, queryOf, validated } from './validation.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Schema = v.GenericSchema | undefined
type Output<S extends Schema> = S extends v.GenericSchema ? v.InferOutput<S> : undefined
type Result<S extends Schema> = S extends v.GenericSchema ? v.InferOutput<S> : void

export type Input<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Headers extends Schema = undefined,
> = {
  params: Output<Params>
  query: Output<Query>
  body: Output<Body>
  headers: Output<Headers>
  /** The raw exchange, for cookies alone. */
  http: Context
}

/** One call of the API: what validates it also documents it and lists it for the access tests. */
export type Endpoint = {
  method: Method
  path: string
  summary: string
  access: Access
  /** In place of the usual one: READS for a GET, WRITES for the rest. */
  limiter?: 'WRITES' | 'LOGINS' | 'SIGNUPS' | 'RESETS'
  params?: v.GenericSchema
  query?: v.GenericSchema
  body?: v.GenericSchema
  headers?: v.GenericSchema
  bodyKind: BodyKind
  /** Where more is sent than bodies of this kind may have. */
  maxBytes?: number
  status: 200 | 201 | 204
  answer: v.GenericSchema
  handle: (ctx: Ctx<Visitor>, http: Context) => Promise<Response>
}

type Definition<
  Level extends Access,
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Headers extends Schema,
  Answer extends Schema,
> = {
  method: Method
  path: string
  summary: string
  access: Level
  limiter?: Endpoint['limiter']
  params?: Params
  query?: Query
  body?: Body
  /** Named in lower case, in which requests hold them. */
  headers?: Headers
  /** What the schema cannot know of a body, to be told along with what the schema refuses. */
  bodyErrors?: (ctx: Ctx, body: unknown) => FieldError[]
  bodyKind?: BodyKind
  maxBytes?: Endpoint['maxBytes']
  status?: Endpoint['status']
  /** Without one the answer is an empty object. */
  answer?: Answer
  /** Public reads only; everything else is `private, no-store`. */
  freshness?: (answer: Result<Answer>, ctx: Ctx) => CachePolicy
  run: (
    ctx: Ctx<ActorFor[Level]>,
    input: Input<Params, Query, Body, Headers>,
  ) => Promise<Result<Answer>>
}

export function endpoint<
  const Level extends Access,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
  Headers extends Schema = undefined,
  Answer extends Schema = undefined,
>(definition: Definition<Level, Params, Query, Body, Headers, Answer>): Endpoint {
  const { freshness, run, bodyErrors: _, bodyKind = 'json', status = 200, ...rest } = definition
  async function handle(visitor: Ctx<Visitor>, http: Context): Promise<Response> {
    const token = bearerToken(http.req.header('Authorization'))
    const ctx = await authorize(visitor, definition.access, token)
    const input = await checkedInput(ctx, definition, http)
    const answer = await run(ctx, input)
    if (freshness) setCacheHeaders(http, freshness(answer, ctx))
    else http.header('Cache-Control', 'private, no-store')
    if (status === 204) return http.body(null, 204)
    return http.json(rest.answer ? (answer as object) : {}, status)
  }
  return { ...rest, bodyKind, status, answer: rest.answer ?? v.object({}), handle } as Endpoint
}

async function checkedInput<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Headers extends Schema,
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
): Promise<Input<Params, Query, Body, Headers>> {
  const { params, query, body, headers, bodyErrors = () => [], bodyKind = 'json' } = definition
  const validatedBody = (schema: v.GenericSchema, sent: unknown) =>
    validated(schema, sent, ctx.locale, () => bodyErrors(ctx, sent))
  try {
    await limitBody(http.req, definition.maxBytes ?? bodyLimitBytes[bodyKind])
    const parsed = {
      params: params && validated(params, http.req.param(), ctx.locale),
      query: query && validated(query, queryOf(http), ctx.locale),
      headers: headers && validated(headers, http.req.header(), ctx.locale),
      body: body && validatedBody(body, await bodyOf(http, bodyKind)),
      http,
    }
    return parsed as Input<Params, Query, Body, Headers>
  } catch (error) {
    // Guards answer before validation: a dead session hears 401, not what was wrong with its input.
    await assertSession(ctx)
    if (error instanceof AppError && isBadPath(error, params, http)) {
      throw new AppError('not_found', 'route_not_found')
    }
    throw error
  }
}

/** An id that cannot be one names nothing: 404 rather than 422. */
function isBadPath(error: AppError, params: Schema, http: Context): boolean {
  return error.kind === 'invalid' && params !== undefined && !v.is(params, http.req.param())
}
