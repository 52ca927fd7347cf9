import type { Context } from 'hono'

/**
 * Gives every public answer an `ETag`, and answers 304 to who has these very bytes. Files that
 * never change, and those that bring a tag of their own, are left as they are.
 */
export async function answerConditionally(c: Context): Promise<void> {
  const { headers, status, body } = c.res
  const caching = headers.get('Cache-Control') ?? ''
  const isPublic = caching.startsWith('public') && !caching.includes('immutable')
  if (!isPublic || status !== 200 || !body) return
  const bytes = await c.res.arrayBuffer()
  const tag = headers.get('ETag') ?? (await tagOf(bytes))
  const isKnown = knowsTag(c.req.header('If-None-Match'), tag)
  c.res = new Response(isKnown ? null : bytes, { status: isKnown ? 304 : 200, headers })
  c.res.headers.set('ETag', tag)
}

/** Weak, since the edge may compress the bytes. */
async function tagOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', bytes))
  return `W/"${[...digest.slice(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}

function knowsTag(header: string | undefined, tag: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '')
  return (
    header?.split(',').some((one) => one.trim() === '*' || opaque(one) === opaque(tag)) ?? false
  )
}
