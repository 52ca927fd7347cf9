const setting: string | undefined = import.meta.env.PUBLIC_API_BASE

const base = (setting || '/api/v1').replace(/\/+$/, '')

/** `search` → `/api/v1/search` */
export function apiUrl(path: string): string {
  return `${base}/${path}`
}
