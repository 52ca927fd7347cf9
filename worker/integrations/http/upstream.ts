import * as v from 'valibot'
import { readJson } from './bounded-json.ts'
import { call, retryAfterMs } from './outbound.ts'

export type UpstreamErrorKind =
  /** No answer, or one that says that the other side is unwell. */
  | 'unreachable'
  /** The token or key is not taken. */
  | 'unauthorized'
  /** Too many calls of late. */
  | 'limited'
  /** No more calls today. */
  | 'spent'
  /** What was asked for is not there, or not for us. */
  | 'refused'
  /** An answer of another shape than was agreed on. */
  | 'malformed'

/** A platform that did not answer as asked; whoever catches it goes on without. */
export class UpstreamError extends Error {
  readonly kind: UpstreamErrorKind
  /** Not before this instant again, where the platform says so. */
  readonly retryAt: number | undefined

  constructor(kind: UpstreamErrorKind, retryAt?: number) {
    super(kind)
    this.name = 'UpstreamError'
    this.kind = kind
    this.retryAt = retryAt
  }
}

type Refusal = { response: Response; body: unknown }

/**
 * The answer of a platform as its schema has it, in bounded time and size.
 * @throws UpstreamError of the kind that `faultOf` makes of a status that is none of success
 */
export async function callPlatform<const Schema extends v.GenericSchema>(
  url: string,
  init: RequestInit,
  schema: Schema,
  faultOf: (refusal: Refusal) => UpstreamError,
): Promise<v.InferOutput<Schema>> {
  const response = await call(url, init)
  if ('error' in response) throw new UpstreamError('unreachable')
  const body = await readJson(response)
  if (!response.ok) throw faultOf({ response, body })
  const parsed = v.safeParse(schema, body)
  if (!parsed.success) throw new UpstreamError('malformed')
  return parsed.output
}

/** What a status says where the platform has no words of its own for it. */
export function upstreamErrorKind({ response }: Refusal, retryAt?: number): UpstreamError {
  const { status } = response
  if (status === 401 || status === 403) return new UpstreamError('unauthorized')
  if (status === 429) return new UpstreamError('limited', retryAt)
  return new UpstreamError(status >= 500 || status < 400 ? 'unreachable' : 'refused')
}

/** `Retry-After`, counted from `now`. */
export function retryAfter(response: Response, now: number): number | undefined {
  const wait = retryAfterMs(response)
  return wait === undefined ? undefined : now + wait
}

/** For `catch`: what is not there is no reason to do without the rest. */
export function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof UpstreamError) || error.kind !== 'refused') throw error
}
