import { api } from '#site/lib/api.ts'
import { showForOwner } from '#site/lib/session/own-streamer.ts'
import { isChangeable } from './my-proposals.store.ts'
import { openOwnChangeDialog } from './open-own-change.ts'

const button = document.querySelector<HTMLElement>('[data-own-change]')
const id = Number(button?.dataset['ownChange'])

async function changeOwnEvent(): Promise<void> {
  const event = await api.get('users/me/events/:id', { params: { id } })
  // The page shows the event from before.
  if (await openOwnChangeDialog(event)) location.reload()
}

button?.addEventListener('click', () => void changeOwnEvent())
showForOwner(async (ownStreamer) => {
  if (!button || ownStreamer !== Number(button.dataset['streamer'])) return
  const event = await api.get('users/me/events/:id', { params: { id } })
  button.hidden = !isChangeable(event, Date.now())
})
