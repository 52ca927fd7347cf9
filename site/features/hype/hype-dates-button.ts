import '#site/features/hype/hype.css'
import { m } from '#site/lib/messages.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import { maxDatesPerHype } from '#worker/features/hype/contract.ts'
import type { HypeDatesKey } from './dates/hype-dates.store.ts'

type HypeDatesProps = {
  dates: HypeDatesKey
  name: string
  count: number
  /** Ids that the page knows, the soonest first. */
  ids: number[]
}

/** `hype-dates.ts` handles the clicks. */
export function hypeDatesButton({ dates, name, count, ids }: HypeDatesProps): Html {
  const isCut = count > maxDatesPerHype
  const label = isCut ? m.hype_next_dates({ count: maxDatesPerHype }) : m.hype_all_dates({ count })
  const isComplete = ids.length === count
  return html`<button
    type="button"
    class="hype hype-dates when-scripted"
    data-hype-dates="${dates}"
    data-dates="${ids.join(',')}"
    ${attributes({ 'data-complete': isComplete ? 'true' : undefined, 'data-name': name })}
    aria-disabled="false"
  >
    <span class="bolt"></span>
    <span class="hype-dates-off">${label}</span>
    <span class="hype-dates-on">${m.hype_all_dates_on()}</span>
    <span class="visually-hidden">${name}</span>
  </button>`
}
