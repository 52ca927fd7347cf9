import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

export function createHttpException(status: ContentfulStatusCode, name: string, message: string) {
  const res = Response.json({ statusCode: status, name, message }, { status })
  return new HTTPException(status, { res })
}
