import type { HonoRequest } from 'hono'

/** The edge compresses what pages and programs read, but no calendars. */
export function compressCalendar(answer: Response, { raw }: HonoRequest): Response {
  const { headers, status, body } = answer
  if (!headers.get('Content-Type')?.startsWith('text/calendar')) return answer
  // Also of a 304: both forms have one weak tag.
  headers.append('Vary', 'Accept-Encoding')
  if (status !== 200 || !body || !acceptsGzip(raw)) return answer
  headers.set('Content-Encoding', 'gzip')
  const compressed = body.pipeThrough(new CompressionStream('gzip'))
  const init: ResponseInit & { encodeBody: 'manual' } = { headers, encodeBody: 'manual' }
  return new Response(compressed, init)
}

/** The edge puts its own header in the place of the client's, which it keeps beside. */
function acceptsGzip({
  cf,
  headers,
}: Request & { cf?: { clientAcceptEncoding?: string } }): boolean {
  const accepted = cf?.clientAcceptEncoding ?? headers.get('Accept-Encoding') ?? ''
  return accepted.split(',').some((one) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).+)?$/i.test(one))
}
