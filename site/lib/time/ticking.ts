import { timeText } from '#site/lib/time/time-text.ts'
import { readInstant, localizeTimes } from './localize.ts'
import { currentTimeContext } from './time-context.ts'

function relocalizeTimes(selector: string): void {
  if (document.hidden) return
  const reader = currentTimeContext()
  for (const element of document.querySelectorAll(selector)) localizeTimes(element, reader)
}

function updateProgressBars(): void {
  for (const bar of document.querySelectorAll<HTMLProgressElement>('progress[data-start]')) {
    bar.value = Date.now() - Number(bar.dataset.start)
  }
}

function updateTimedParts(): void {
  const now = Date.now()
  for (const part of document.querySelectorAll<HTMLElement>('[data-shown-until]')) {
    const { shownFrom = '', shownUntil = '' } = part.dataset
    part.hidden = now >= Date.parse(shownUntil) || now < Date.parse(shownFrom)
  }
}

function updateEveryHalfMinute(): void {
  relocalizeTimes('[data-time-format="distance"]')
  updateProgressBars()
  updateTimedParts()
}

const dated = '[datetime][data-time-format]:not([data-time-format="countdown"])'

/** For whoever points at a time, or at the link that lies over a row and its time. */
document.addEventListener('pointerover', ({ target }) => {
  if (!(target instanceof Element)) return
  const link = target.closest<HTMLElement>('.whole-link')
  const time = link
    ? link.offsetParent?.querySelector<HTMLElement>(dated)
    : target.closest<HTMLElement>(dated)
  if (time) (link ?? time).title = timeText('full', readInstant(time), currentTimeContext())
})

if (document.querySelector('[data-time-format="countdown"]')) {
  setInterval(relocalizeTimes, 1000, '[data-time-format="countdown"]')
}
setInterval(updateEveryHalfMinute, 30_000)
updateProgressBars()
updateTimedParts()
