import { localeCookie } from '#site/lib/storage-keys.ts'

const oneYear = 365 * 86_400

/** The stored choice that unprefixed addresses follow. */
export function rememberLocale(locale: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${localeCookie}=${locale}; Path=/; Max-Age=${oneYear}; SameSite=Lax${secure}`
}
