import type { HonoRequest } from 'hono'
import { AppError } from '../api/errors.ts'
import { readAtMost } from './read-at-most.ts'

/** What an endpoint takes. */
export type BodyKind = 'json' | 'form' | 'multipart'

/** A picture may have 5 MiB; the rest is what a form puts around it. */
export const largestPictureBytes = 5 * 1024 * 1024
export const bodyLimitBytes: Record<BodyKind, number> = {
  json: 64 * 1024,
  form: 64 * 1024,
  multipart: largestPictureBytes + 8 * 1024,
}

/**
 * Reads what is left of a request's body and drops it: an answer given before the body was read
 * breaks the connection that other requests come on.
 */
export async function dropUnreadBody({ raw }: HonoRequest): Promise<void> {
  if (!raw.body || raw.bodyUsed) return
  try {
    await raw.body.pipeTo(new WritableStream())
  } catch {
    // The sender left: there is no connection to keep.
  }
}

/** Refuses a body over the limit, whether its length is declared or found out by reading. */
export async function limitBody(request: HonoRequest, maxBytes: number): Promise<void> {
  const { raw } = request
  if (!raw.body) return
  const declared = request.header('Transfer-Encoding')
    ? undefined
    : request.header('Content-Length')
  const isKnown = declared !== undefined
  if (isKnown && Number(declared) <= maxBytes) return
  const bytes = isKnown ? undefined : await readAtMost(raw.body, maxBytes)
  if (!bytes) throw new AppError('too_large', 'body_too_large')
  request.raw = new Request(raw, { body: bytes })
}
