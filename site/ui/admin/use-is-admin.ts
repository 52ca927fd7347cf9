import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { readScopes } from '#site/lib/session/access-token.ts'
import { readAccessToken } from '#site/lib/api.ts'

/** Only for what to offer: the server checks it. */
export function useIsAdmin(): boolean {
  return useIsHydrated() && readScopes(readAccessToken()).includes('admin')
}
