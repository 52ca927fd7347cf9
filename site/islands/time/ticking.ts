import { timeText } from '#site/lib/time-text.ts'
import { instant, localize } from './localize.ts'
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

const dated = '[datetime][data-as]:not([data-as="countdown"])'

/** The whole date, for whoever points at a time, or at the link that lies over a row and its time. */
document.addEventListener('pointerover', ({ target }) => {
  if (!(target instanceof Element)) return
  const link = target.closest<HTMLElement>('.whole-link')
  const time = link
    ? link.offsetParent?.querySelector<HTMLElement>(dated)
    : target.closest<HTMLElement>(dated)
  if (time) (link ?? time).title = timeText('full', instant(time), currentReader())
})

if (document.querySelector('[data-as="countdown"]')) {
  setInterval(tick, 1000, '[data-as="countdown"]')
}
setInterval(keepMoving, 30_000)
showElapsed()
