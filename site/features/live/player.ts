import type { Platform } from '#worker/contracts/enumerations.ts'
import { platforms } from '#worker/contracts/platforms.ts'

/** Players need their scripts, their own storage, a full screen and links to open. */
const sandbox =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation allow-storage-access-by-user-activation'

/** The player asks for the page's host, which caches ignore. */
function startPlayer(button: HTMLElement): void {
  const { play, account = '', title = '' } = button.dataset
  const src = platforms[play as Platform].playerUrl(account, location.hostname)
  if (!src) return
  const frame = document.createElement('iframe')
  frame.className = 'player'
  frame.title = title
  frame.allow = 'autoplay; fullscreen; encrypted-media; picture-in-picture'
  frame.allowFullscreen = true
  frame.setAttribute('sandbox', sandbox)
  frame.src = src
  button.closest('[data-player]')?.replaceChildren(frame)
  frame.focus()
}

document.querySelector<HTMLElement>('[data-play]')?.addEventListener('click', (event) => {
  startPlayer(event.currentTarget as HTMLElement)
})
