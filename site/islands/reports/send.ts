import { apiUrl } from '#site/lib/api-base.ts'

/** Without cookies, and whether it arrives is nobody's concern. */
export function sendAnonymously(
  path: 'client_errors' | 'client_events' | `deals/${number}/click`,
  body: object,
): void {
  void fetch(apiUrl(path), {
    method: 'POST',
    credentials: 'omit',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined)
}
