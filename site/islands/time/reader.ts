import type { Reader } from '#site/lib/time-text.ts'

function stored(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** The person at this browser: a member's zone and date format where set, else the browser's. */
export function currentReader(): Reader {
  const { lang } = document.documentElement
  return {
    tag: navigator.languages.find((tag) => tag.slice(0, 2) === lang) ?? lang,
    timeZone: stored('timezone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    dateFormat: stored('date_format'),
    now: Date.now(),
  }
}
