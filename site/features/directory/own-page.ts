import { readAccessToken } from '#site/lib/api.ts'
import { readHypesAndFollows } from '#site/lib/session/relations.ts'
import { session } from '#site/lib/session/session.store.ts'

/** The page is cached for everyone: the script shows the actions of its owner. */
async function showOwnPageActions(): Promise<void> {
  const page = document.querySelector<HTMLElement>('[data-streamer]')
  if (!page || !readAccessToken()) return
  const { own_streamer } = await readHypesAndFollows()
  const isOwn = own_streamer === Number(page.dataset['streamer'])
  for (const element of document.querySelectorAll<HTMLElement>('[data-for]')) {
    element.hidden = (element.dataset['for'] === 'owner') !== isOwn
  }
}

session.$isSignedIn.listen((isSignedIn) => {
  if (isSignedIn) showOwnPageActions().catch(() => undefined)
})
showOwnPageActions().catch(() => undefined)
