import type { IncomingHttpHeaders } from 'node:http'

export type MailCatcherRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  readBody: () => Promise<string>
}

export type Reply = { status: number; headers: Record<string, string>; body: string }

/** In the format of Resend's errors: `{ statusCode, name, message }`. */
export class ApiError extends Error {
  readonly status: number

  constructor(status: number, name: string, message: string) {
    super(message)
    this.status = status
    this.name = name
  }
}

export function replyJson(body: unknown, status = 200): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

export function replyError(error: ApiError): Reply {
  const { status, name, message } = error
  return replyJson({ statusCode: status, name, message }, status)
}
