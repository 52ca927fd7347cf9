// Ten times as fast as a hash in plain JavaScript.
import { hash } from 'node:crypto'

/** With mutable headers. Private responses become 304 only when they bring an ETag themselves. */
export async function conditionalResponse(
  answer: Response,
  known: string | undefined,
): Promise<Response> {
  const { headers, status, body } = answer
  const caching = headers.get('Cache-Control') ?? ''
  const isPublic = caching.startsWith('public') && !caching.includes('immutable')
  const isTagged = caching.startsWith('private') && headers.has('ETag')
  if (!(isPublic || isTagged) || status !== 200 || !body) return new Response(body, answer)
  const bytes = await answer.arrayBuffer()
  const tag = headers.get('ETag') ?? weakETag(bytes)
  const isKnown = knowsTag(known, tag)
  const copy = new Response(isKnown ? null : bytes, { status: isKnown ? 304 : 200, headers })
  copy.headers.set('ETag', tag)
  return copy
}

/** Weak, because the edge may compress the bytes. */
export function weakETag(bytes: ArrayBuffer | Uint8Array): string {
  return `W/"${hash('sha1', new Uint8Array(bytes)).slice(0, 24)}"`
}

function knowsTag(header: string | undefined, tag: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '')
  return (
    header?.split(',').some((one) => one.trim() === '*' || opaque(one) === opaque(tag)) ?? false
  )
}
