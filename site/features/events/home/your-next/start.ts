import { readAccessToken } from '#site/lib/api.ts'
import { session } from '#site/lib/session/session.store.ts'

/** The cards are drawn by a script of their own, which guests never load. */
function loadYourNextEvents(): void {
  import('./show-your-next.ts')
    .then(({ showYourNextEvents }) => showYourNextEvents())
    .catch(() => {
      const failed = document.querySelector<HTMLElement>('[data-next-failed]')
      if (failed) failed.hidden = false
    })
}

if (readAccessToken()) loadYourNextEvents()
session.$isSignedIn.listen((isSignedIn) => {
  if (isSignedIn) loadYourNextEvents()
})
