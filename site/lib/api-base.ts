/** As it is written into addresses: without a slash at its end. */
export function trimApiBase(setting: string | undefined): string {
  return (setting || '/api/v1').replace(/\/+$/, '')
}

/** Where the API answers: a path of the site, unless the build was told of another address. */
const base = trimApiBase(import.meta.env.PUBLIC_API_BASE)

/** `search` → `/api/v1/search` */
export function apiUrl(path: string): string {
  return `${base}/${path}`
}
