import { onDisplayChange } from '#site/lib/display/display.ts'
import { localizeTimes } from '#site/lib/time/localize.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'

const marker = document.querySelector('[data-time-format="board"]')

/** Muted rows leave their place to others. */
onDisplayChange(() => {
  if (marker) localizeTimes(marker, currentTimeContext())
})
