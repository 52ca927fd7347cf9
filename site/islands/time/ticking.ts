import { localize } from './localize.ts'
import { currentReader } from './reader.ts'

/** Keeps what depends on the present moment right: countdowns each second, distances each half minute. */
function tick(selector: string): void {
  if (document.hidden) return
  const reader = currentReader()
  for (const element of document.querySelectorAll(selector)) localize(element, reader)
}

function showElapsed(): void {
  for (const bar of document.querySelectorAll<HTMLProgressElement>('progress[data-start]')) {
    bar.value = Date.now() - Number(bar.dataset.start)
  }
}

function keepMoving(): void {
  tick('[data-as="distance"]')
  showElapsed()
}

if (document.querySelector('[data-as="countdown"]')) {
  setInterval(tick, 1000, '[data-as="countdown"]')
}
setInterval(keepMoving, 30_000)
showElapsed()
