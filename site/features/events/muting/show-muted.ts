import { areMutedEventsShown, setMutedEventsShown } from '#site/lib/display/display.ts'

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || !target.closest('[data-muted-show]')) return
  setMutedEventsShown(!areMutedEventsShown())
})
