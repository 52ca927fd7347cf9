const setting: string | undefined = import.meta.env.PUBLIC_API_BASE

/** Where the API answers: a path of the site, unless the build was told of another address. */
const base = (setting || '/api/v1').replace(/\/+$/, '')

/** `search` → `/api/v1/search` */
export function apiUrl(path: string): string {
  return `${base}/${path}`
}
