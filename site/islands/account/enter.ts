import { rememberLocale } from '#site/islands/session/remember-locale.ts'
import { session } from '#site/islands/session/session.store.ts'

/** On from login, in the language that the member chose. */
export function enter(next: string): void {
  const settings = session.$settings.get()
  if (settings) rememberLocale(settings.interface_language_code)
  location.replace(next)
}
