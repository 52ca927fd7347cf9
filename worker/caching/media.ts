import type { R2ObjectBody } from '@cloudflare/workers-types'
import { findMediaTag } from './cache-tags.ts'
import type { BindingsContext } from '#worker/env.ts'
import { AppError } from '../api/errors.ts'

const immutable = 'public, max-age=31536000, immutable'
/** An SVG opened on its own must not run scripts. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

export const pictureHeaders = {
  'Cache-Control': immutable,
  'Content-Security-Policy': picturePolicy,
}

export function pictureResponse(svg: string): Response {
  const type = 'image/svg+xml; charset=utf-8'
  return new Response(svg, { headers: { 'Content-Type': type, ...pictureHeaders } })
}

/** The platform's types declare the web's ReadableStream a second time. */
export function toObjectStream({ body }: R2ObjectBody): ReadableStream<Uint8Array<ArrayBuffer>> {
  return body as unknown as ReadableStream<Uint8Array<ArrayBuffer>>
}

export async function serveStoredMedia(c: BindingsContext, key: string): Promise<Response> {
  // Sitemaps and share cards change; `uploaders/` and `private/` are not for the public.
  const object = /^(?!sitemaps\/|cards\/|uploaders\/|private\/)[\w./-]{1,300}$/.test(key)
    ? await c.env.MEDIA.get(key)
    : null
  if (!object) throw new AppError('not_found', 'route_not_found')
  const tag = findMediaTag(key)
  return new Response(toObjectStream(object), {
    headers: {
      'Content-Type': object.httpMetadata?.contentType ?? 'application/octet-stream',
      'Cache-Control': immutable,
      ETag: object.httpEtag,
      ...(tag ? { 'Cache-Tag': tag } : {}),
      'Content-Security-Policy': picturePolicy,
    },
  })
}
