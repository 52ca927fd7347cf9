const setting: string | undefined = import.meta.env.PUBLIC_API_BASE

/** Base address of the API: a path of the site, unless the build sets another. */
const base = (setting || '/api/v1').replace(/\/+$/, '')

/** `search` → `/api/v1/search` */
export function apiUrl(path: string): string {
  return `${base}/${path}`
}
