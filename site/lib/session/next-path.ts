const base = 'https://same.invalid'

/** Where login may send a person: a path of this site, or undefined for anything that leaves it. */
export function safeNext(next: string | null | undefined): string | undefined {
  if (!next || !/^\/(?![/\\])/.test(next)) return undefined
  if (!URL.canParse(next, base)) return undefined
  const { origin, pathname, search, hash } = new URL(next, base)
  // Parsing drops tabs and dots, which may uncover a second slash.
  const isOurs = origin === base && !pathname.startsWith('//')
  return isOurs ? pathname + search + hash : undefined
}

export function withNext(path: string, next: string | undefined): string {
  return next ? `${path}?next=${encodeURIComponent(next)}` : path
}
