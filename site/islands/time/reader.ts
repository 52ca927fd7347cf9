import type { Reader } from '#site/lib/time-text.ts'

function stored(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** The chosen zone; one that the browser does not know would stop every time of the page. */
function storedZone(): string | undefined {
  const timeZone = stored('timezone')
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return timeZone
  } catch {
    return undefined
  }
}

/** The person at this browser: a member's zone and date format where set, else the browser's. */
export function currentReader(): Reader {
  const { lang } = document.documentElement
  return {
    tag: navigator.languages.find((tag) => tag.slice(0, 2) === lang) ?? lang,
    timeZone: storedZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    dateFormat: stored('date_format'),
    now: Date.now(),
  }
}
