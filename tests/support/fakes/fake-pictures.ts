import type { ServerResponse } from 'node:http'
import { png } from '#tests/support/factories/pictures.ts'

/** A file of a picture host, and how the host gives it. */
export type FakePicture = {
  bytes?: Uint8Array
  type?: string
  status?: number
  headers?: Record<string, string>
  /** `undeclared`: without its length. `silence`: the file stops half-way. */
  way?: 'undeclared' | 'silence'
}

export function isPicturePath(path: string): boolean {
  return /^\/(jtv_user_pictures|ttv-boxart|ytc|vi)\//.test(path)
}

export function givePicture(response: ServerResponse, picture: FakePicture): void {
  const { bytes = png(), type = 'image/png', status = 200, headers, way } = picture
  const length = way ? {} : { 'Content-Length': String(bytes.length) }
  response.writeHead(status, { 'Content-Type': type, ...length, ...headers })
  if (way === 'silence') return void response.write(bytes.subarray(0, 10))
  response.end(bytes)
}
