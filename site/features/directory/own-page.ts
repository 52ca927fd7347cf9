import { showForOwner } from '#site/lib/session/own-streamer.ts'

showForOwner((ownStreamer) => {
  const page = document.querySelector<HTMLElement>('[data-streamer]')
  if (!page) return
  const isOwn = ownStreamer === Number(page.dataset['streamer'])
  for (const element of document.querySelectorAll<HTMLElement>('[data-for]')) {
    element.hidden = (element.dataset['for'] === 'owner') !== isOwn
  }
})
