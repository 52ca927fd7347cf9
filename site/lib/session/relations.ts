import { discardFromStart, startApi } from './start.ts'
import type { HypesAndFollowsView } from '#worker/features/hype/contract.ts'

let request: Promise<HypesAndFollowsView> | undefined

/** For changes otherwise than by a button of the page. */
export function clearHypesAndFollows(): void {
  request = undefined
  discardFromStart('users/me/relations')
}

/** One call a page, whoever asks. */
export function readHypesAndFollows(): Promise<HypesAndFollowsView> {
  if (!request) {
    request = startApi.get('users/me/relations')
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
