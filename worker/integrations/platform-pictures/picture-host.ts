import type { Platform } from '#worker/contracts/enumerations.ts'
import { readBytesAtMost } from '#worker/request/read-at-most.ts'
import { sendRequest, withFakeOrigin } from '../http/outbound.ts'
import { isAllowedPictureUrl, pictureServices, type PictureConfig } from './picture-addresses.ts'

const mostRedirects = 2
const usual = { maxBytes: 1024 * 1024, timeoutMs: 10_000 }
const types = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif'])

export type PictureFetchResult =
  | { outcome: 'fetched'; bytes: Uint8Array }
  | { outcome: 'gone' }
  | { outcome: 'failed'; reason: PictureFailure }
export type PictureFailure =
  'host_not_allowed' | 'redirects' | 'unreachable' | 'status' | 'content_type' | 'too_large'

function failedFetch(reason: PictureFailure): PictureFetchResult {
  return { outcome: 'failed', reason }
}

/** From the hosts of a platform's pictures and from nowhere else, redirects included. */
export async function fetchPlatformPicture(
  { platform, address, config }: { platform: Platform; address: string; config: PictureConfig },
  { maxBytes, timeoutMs } = usual,
): Promise<PictureFetchResult> {
  const signal = AbortSignal.timeout(timeoutMs)
  let url = address
  for (let hop = 0; hop <= mostRedirects; hop += 1) {
    if (!isAllowedPictureUrl(platform, url)) return failedFetch('host_not_allowed')
    const response = await sendRequest(
      withFakeOrigin(url, pictureServices[platform]?.fakeOrigin(config)),
      {
        headers: { Accept: [...types].join(', ') },
        signal,
      },
    )
    if ('error' in response) return failedFetch('unreachable')
    const location = response.headers.get('Location')
    const isRedirect = response.status >= 300 && response.status < 400
    if (!isRedirect || !location || !URL.canParse(location, url)) {
      return readPictureResponse(response, maxBytes)
    }
    await response.body?.cancel()
    url = new URL(location, url).href
  }
  return failedFetch('redirects')
}

function findRefusal(
  { ok, status, headers }: Response,
  maxBytes: number,
): PictureFetchResult | undefined {
  if (status === 404 || status === 410) return { outcome: 'gone' }
  if (!ok) return failedFetch('status')
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';')
  if (!types.has(type.trim().toLowerCase())) return failedFetch('content_type')
  return Number(headers.get('Content-Length')) > maxBytes ? failedFetch('too_large') : undefined
}

async function readPictureResponse(
  response: Response,
  maxBytes: number,
): Promise<PictureFetchResult> {
  const { body } = response
  const refusal = findRefusal(response, maxBytes)
  if (refusal || !body) {
    await body?.cancel()
    return refusal ?? failedFetch('unreachable')
  }
  try {
    const bytes = await readBytesAtMost(body, maxBytes, 'cut_off')
    return bytes ? { outcome: 'fetched', bytes } : failedFetch('too_large')
  } catch {
    return failedFetch('unreachable')
  }
}
