const oneYear = 365 * 86_400

/** The stored choice that unprefixed addresses follow. */
export function rememberLocale(locale: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `locale=${locale}; Path=/; Max-Age=${oneYear}; SameSite=Lax${secure}`
}
