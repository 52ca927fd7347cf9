import { api, readAccessToken } from '#site/lib/api.ts'
import { readHypesAndFollows } from '#site/lib/session/relations.ts'
import { session } from '#site/lib/session/session.store.ts'
import { isChangeable } from './my-proposals.store.ts'
import { openOwnChangeDialog } from './open-own-change.ts'

const button = document.querySelector<HTMLElement>('[data-own-change]')
const id = Number(button?.dataset['ownChange'])

/** The page is cached for everyone: the script shows the button of its owner. */
async function showChangeButton(): Promise<void> {
  if (!button || !readAccessToken()) return
  const { own_streamer } = await readHypesAndFollows()
  if (own_streamer !== Number(button.dataset['streamer'])) return
  const event = await api.get('users/me/events/:id', { params: { id } })
  button.hidden = !isChangeable(event, Date.now())
}

async function changeOwnEvent(): Promise<void> {
  const event = await api.get('users/me/events/:id', { params: { id } })
  // The page shows the event from before.
  if (await openOwnChangeDialog(event)) location.reload()
}

button?.addEventListener('click', () => void changeOwnEvent())
session.$isSignedIn.listen((isSignedIn) => {
  if (isSignedIn) showChangeButton().catch(() => undefined)
})
showChangeButton().catch(() => undefined)
