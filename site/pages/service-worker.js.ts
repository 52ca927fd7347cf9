import { buildOfflinePages } from '#site/entrypoints/offline-page.ts'

/** With the pages it shows offline, so that a new build brings new ones. */
export const prerender = true

export function GET(): Response {
  const script = `const OFFLINE=${JSON.stringify(buildOfflinePages())};\n${SERVICE_WORKER}`
  return new Response(script, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } })
}
