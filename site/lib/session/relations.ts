import { api } from '#site/lib/api.ts'
import type { HypesAndFollowsView } from '#worker/features/hype/contract.ts'

let asked: Promise<HypesAndFollowsView> | undefined

/** They changed otherwise than by a button of the page. */
export function clearHypesAndFollows(): void {
  asked = undefined
}

/** What the signed-in person hyped and follows: one call a page, whoever asks. */
export function readHypesAndFollows(): Promise<HypesAndFollowsView> {
  if (!asked) {
    asked = api.get('users/me/relations')
    asked.catch(clearHypesAndFollows)
  }
  return asked
}

/** A page that Back brings as it was left asks anew. */
if (typeof window !== 'undefined') {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) clearHypesAndFollows()
  })
}
