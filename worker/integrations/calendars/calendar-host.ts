import { readBytesAtMost } from '#worker/request/read-at-most.ts'
import { sendRequest, withFakeOrigin } from '../http/outbound.ts'
import { UpstreamError } from '../http/upstream.ts'

const mostRedirects = 3

type FetchBounds = {
  isAllowed: (address: string) => boolean
  maxBytes: number
  fakeOrigin: string | undefined
}

/** Bytes: lines may be folded within a letter. Undefined over the limit. @throws UpstreamError */
export async function fetchCalendar(
  address: string,
  bounds: FetchBounds,
): Promise<Uint8Array | undefined> {
  let url = address
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    if (!bounds.isAllowed(url)) throw new UpstreamError('refused')
    const response = await requestCalendar(url, bounds)
    if ('bytes' in response) return response.bytes
    url = new URL(response.location, url).href
  }
  throw new UpstreamError('refused')
}

async function requestCalendar(
  url: string,
  { maxBytes, fakeOrigin }: FetchBounds,
): Promise<{ bytes: Uint8Array | undefined } | { location: string }> {
  const response = await sendRequest(withFakeOrigin(url, fakeOrigin), {
    headers: { Accept: 'text/calendar' },
  })
  if ('error' in response) throw new UpstreamError('unreachable')
  const { status, headers, body } = response
  const location = headers.get('Location')
  if (status >= 300 && status < 400 && location && URL.canParse(location, url)) {
    await body?.cancel()
    return { location }
  }
  if (!response.ok) {
    await body?.cancel()
    throw new UpstreamError(toFaultKind(status))
  }
  return { bytes: await readCalendarBody(body, maxBytes) }
}

function toFaultKind(status: number): 'unreachable' | 'limited' | 'refused' {
  if (status === 429) return 'limited'
  return status >= 500 ? 'unreachable' : 'refused'
}

async function readCalendarBody(
  body: Response['body'],
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  try {
    return body ? await readBytesAtMost(body, maxBytes, 'cut_off') : new Uint8Array()
  } catch {
    throw new UpstreamError('unreachable')
  }
}
