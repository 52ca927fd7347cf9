/** Without cookies, and whether it arrives is nobody's concern. */
export function sendUnnamed(
  path: 'client_errors' | 'client_events' | `deals/${number}/click`,
  body: object,
): void {
  void fetch(`/api/v1/${path}`, {
    method: 'POST',
    credentials: 'omit',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined)
}
