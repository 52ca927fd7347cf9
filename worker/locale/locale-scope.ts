import { AsyncLocalStorage } from 'node:async_hooks'
import { overwriteGetLocale } from '#messages/runtime'
import type { Locale } from '#worker/contracts/locale.ts'

const scope = new AsyncLocalStorage<Locale>()
overwriteGetLocale(() => scope.getStore() ?? 'en')

/** Pages call `m.key()` without a locale: it is the one of the request being rendered. */
export function withLocale<Result>(locale: Locale, run: () => Result): Result {
  return scope.run(locale, run)
}
