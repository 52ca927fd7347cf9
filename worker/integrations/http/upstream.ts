import * as v from 'valibot'
import { readBytesAtMost } from '#worker/request/read-at-most.ts'
import { sendRequest, retryAfterMs } from './outbound.ts'

export type UpstreamErrorKind =
  | 'unreachable'
  | 'unauthorized'
  | 'limited'
  | 'spent'
  /** Not found, or not accessible to us. */
  | 'refused'
  | 'malformed'

export class UpstreamError extends Error {
  readonly kind: UpstreamErrorKind
  readonly retryAt: number | undefined

  constructor(kind: UpstreamErrorKind, retryAt?: number) {
    super(kind)
    this.name = 'UpstreamError'
    this.kind = kind
    this.retryAt = retryAt
  }
}

type UpstreamRefusal = { response: Response; body: unknown }

/** @throws UpstreamError of the kind that `faultOf` derives from an error response */
export async function callPlatform<const Schema extends v.GenericSchema>(
  url: string,
  init: RequestInit,
  schema: Schema,
  faultOf: (refusal: UpstreamRefusal) => UpstreamError,
): Promise<v.InferOutput<Schema>> {
  const response = await sendRequest(url, init)
  if ('error' in response) throw new UpstreamError('unreachable')
  const body = await readBoundedJson(response)
  if (!response.ok) throw faultOf({ response, body })
  const parsed = v.safeParse(schema, body)
  if (!parsed.success) throw new UpstreamError('malformed')
  return parsed.output
}

export function toUpstreamError({ response }: UpstreamRefusal, retryAt?: number): UpstreamError {
  const { status } = response
  if (status === 401 || status === 403) return new UpstreamError('unauthorized')
  if (status === 429) return new UpstreamError('limited', retryAt)
  return new UpstreamError(status >= 500 || status < 400 ? 'unreachable' : 'refused')
}

export function readRetryAt(response: Response, now: number): number | undefined {
  const wait = retryAfterMs(response)
  return wait === undefined ? undefined : now + wait
}

export function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof UpstreamError) || error.kind !== 'refused') throw error
}

const mostBytes = 256 * 1024

/** Undefined for invalid JSON and for responses over the limit. */
export async function readBoundedJson({ body }: Response): Promise<unknown> {
  try {
    const bytes = body ? await readBytesAtMost(body, mostBytes, 'cut_off') : undefined
    return bytes && JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
