import { api } from '#site/lib/api.ts'
import type { HypesAndFollowsView } from '#worker/features/hype/contract.ts'

let request: Promise<HypesAndFollowsView> | undefined

/** For changes otherwise than by a button of the page. */
export function clearHypesAndFollows(): void {
  request = undefined
}

/** One call a page, whoever asks. */
export function readHypesAndFollows(): Promise<HypesAndFollowsView> {
  if (!request) {
    request = api.get('users/me/relations')
    request.catch(clearHypesAndFollows)
  }
  return request
}

/** A page that Back brings as it was left asks anew. */
if (typeof window !== 'undefined') {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) clearHypesAndFollows()
  })
}
