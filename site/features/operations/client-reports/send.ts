import { apiUrl } from '#site/lib/api-base.ts'
import type { ApiRequestBody } from '#site/lib/api-calls.ts'

type ReportRequest<Path extends 'client_errors' | 'client_events'> = [
  path: Path,
  body: ApiRequestBody<'post', Path>,
]
type AnonymousRequest =
  | ReportRequest<'client_errors'>
  | ReportRequest<'client_events'>
  | [path: `deals/${number}/click`, body: Record<string, never>]

/** Without cookies, and whether it arrives is nobody's concern. */
export function sendAnonymousRequest(...[path, body]: AnonymousRequest): void {
  void fetch(apiUrl(path), {
    method: 'POST',
    credentials: 'omit',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined)
}
