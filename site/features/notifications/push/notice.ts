/** What the server pushed, for the service worker to show. */
export type PushedNotice = { title: string; body: string; path: string; tag: string; lang: string }

function parsed(data: string | undefined): Record<string, unknown> {
  try {
    return Object(JSON.parse(data ?? '')) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Something must be shown for each push: what cannot be read says at least whom it is from. */
export function parsePushMessage(data: string | undefined): PushedNotice {
  const said = parsed(data)
  const text = (name: string) => (typeof said[name] === 'string' ? said[name] : '')
  const path = text('path')
  return {
    title: text('title') || 'Hypecal',
    body: text('body'),
    // Of this site: two slashes would name another.
    path: /^\/(?![/\\])/.test(path) ? path : '/',
    tag: text('tag') || 'hypecal',
    lang: text('lang') || 'en',
  }
}
