import { createHash, createHmac } from 'node:crypto'

export type S3Key = { id: string; secret: string }

type SignedRequest = {
  method: string
  url: URL
  headers: Record<string, string>
  /** Of the body, in hexadecimal. */
  bodyHash: string
  region: string
  now: Date
}

export function sha256Hex(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function hmac(key: Uint8Array | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

export function encodedPath(path: string): string {
  return path.split('/').map(percentEncoded).join('/')
}

/** The headers that sign a request to an S3-compatible store (AWS Signature Version 4). */
export function signedHeaders(key: S3Key, request: SignedRequest): Record<string, string> {
  const { method, url, bodyHash, region, now } = request
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const headers: Record<string, string> = {
    ...request.headers,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': time,
  }
  const all = Object.entries({ ...headers, host: url.host }).map(
    ([name, value]) => [name.toLowerCase(), value.trim()] as const,
  )
  const sorted = all.toSorted(([one], [other]) => (one < other ? -1 : 1))
  const names = sorted.map(([name]) => name).join(';')
  const query = [...url.searchParams]
    .map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`)
    .toSorted()
  const canonical = [
    method,
    url.pathname,
    query.join('&'),
    ...sorted.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    bodyHash,
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256Hex(canonical)].join('\n')
  const signingKey = scope.split('/').reduce<Buffer | string>(hmac, `AWS4${key.secret}`)
  const signature = hmac(signingKey, toSign).toString('hex')
  return {
    ...headers,
    Authorization: `AWS4-HMAC-SHA256 Credential=${key.id}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}
