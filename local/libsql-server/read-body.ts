import type { IncomingMessage } from 'node:http'
import { HttpError } from './errors.ts'

export function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const refuse = () =>
      reject(new HttpError(413, 'BODY_TOO_LARGE', `The body is larger than ${maxBytes} bytes`))
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) {
      refuse()
      return
    }
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else refuse()
    })
    request.on('end', () => resolve(Buffer.concat(chunks).toString()))
    request.on('error', reject)
    request.on('close', () => {
      if (!request.complete) reject(new HttpError(400, 'BODY_CUT_SHORT', 'The body ended early'))
    })
  })
}
