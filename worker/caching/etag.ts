// Ten times as fast as a hash in plain JavaScript.
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'

/** With mutable headers. Private responses become 304 only when they bring an ETag themselves. */
export async function toConditionalResponse(
  answer: Response,
  knownTag: string | undefined,
): Promise<Response> {
  const tagged = needsETag(answer) ? await addETag(answer) : answer
  const tag = tagged.headers.get('ETag')
  const isKnown = tag !== null && allowsNotModified(tagged) && matchesETag(knownTag, tag)
  return isKnown
    ? new Response(null, { status: 304, headers: tagged.headers })
    : withMutableHeaders(tagged)
}

function needsETag({ headers, status, body }: Response): boolean {
  const caching = headers.get('Cache-Control') ?? ''
  const isPublic = caching.startsWith('public') && !caching.includes('immutable')
  return isPublic && status === 200 && body !== null && !headers.has('ETag')
}

function allowsNotModified({ headers, status, body }: Response): boolean {
  return status === 200 && body !== null && !headers.get('Cache-Control')?.includes('immutable')
}

async function addETag(answer: Response): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const tagged = new Response(bytes, { status: answer.status, headers: answer.headers })
  tagged.headers.set('ETag', computeWeakETag(bytes))
  return tagged
}

/** Headers of another service's answer cannot be changed. */
export function withMutableHeaders(answer: Response): Response {
  try {
    answer.headers.delete('X-Request-Id')
    return answer
  } catch {
    return new Response(answer.body, answer)
  }
}

const cursorWord = 'cursor'
const beforeCursor = ['"next_cursor":"', '?cursor=', ';cursor='].map((prefix) => {
  return { before: prefix, at: prefix.indexOf(cursorWord) }
})
const cursorEnd = /[^\w-]/

/** Weak: the edge may compress the bytes, and cursors are left out: later ones lead to the same. */
export function computeWeakETag(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const sum = createHash('sha1')
  let from = 0
  for (const [start, end] of findCursorRanges(text)) {
    sum.update(text.subarray(from, start))
    from = end
  }
  return `W/"${sum.update(text.subarray(from)).digest('hex').slice(0, 24)}"`
}

function findCursorRanges(text: Buffer): [start: number, end: number][] {
  const ranges: [start: number, end: number][] = []
  for (let at = text.indexOf(cursorWord); at >= 0; at = text.indexOf(cursorWord, at + 1)) {
    const start = findCursorStart(text, at)
    if (start === undefined) continue
    const length = text.toString('latin1', start, start + 1_000).search(cursorEnd)
    ranges.push([start, length < 0 ? text.length : start + length])
  }
  return ranges
}

function findCursorStart(text: Buffer, wordAt: number): number | undefined {
  for (const { before, at } of beforeCursor) {
    const from = wordAt - at
    const to = from + before.length
    if (from >= 0 && text.toString('latin1', from, to) === before) return to
  }
  return undefined
}

function matchesETag(header: string | undefined, tag: string): boolean {
  const opaque = (text: string) => text.trim().replace(/^W\//, '')
  return (
    header
      ?.split(',')
      .some((listedTag) => listedTag.trim() === '*' || opaque(listedTag) === opaque(tag)) ?? false
  )
}
