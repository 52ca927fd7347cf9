import type { HonoRequest } from 'hono'
import { AppError } from '../api/errors.ts'
import { readBytesAtMost } from './read-at-most.ts'

export type BodyKind = 'json' | 'form' | 'multipart'

/** 5 MiB for a picture, the rest for the form around it. */
export const maxPictureBytes = 5 * 1024 * 1024
export const bodyLimitBytes: Record<BodyKind, number> = {
  json: 64 * 1024,
  form: 64 * 1024,
  multipart: maxPictureBytes + 8 * 1024,
}

/** An answer before the body is read would break a reused connection. */
export async function dropUnreadBody({ raw }: HonoRequest): Promise<void> {
  if (!raw.body || raw.bodyUsed) return
  try {
    await raw.body.pipeTo(new WritableStream())
  } catch {
    // The client disconnected.
  }
}

export async function limitBody(request: HonoRequest, maxBytes: number): Promise<void> {
  const { raw } = request
  if (!raw.body) return
  const declared = request.header('Transfer-Encoding')
    ? undefined
    : request.header('Content-Length')
  const isKnown = declared !== undefined
  if (isKnown && Number(declared) <= maxBytes) return
  const bytes = isKnown ? undefined : await readBytesAtMost(raw.body, maxBytes)
  if (!bytes) throw new AppError('too_large', 'body_too_large')
  request.raw = new Request(raw, { body: bytes })
}
