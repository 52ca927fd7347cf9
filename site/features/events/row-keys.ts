/**
 * Arrow keys, Home and End move between the events of a page's lists. The focus goes from link to
 * link, so that Tab goes on from there to the row's button and the next row, as it always does.
 */
const linkSelector = 'a[data-event-link]'
/** What Home and End go to the ends of. */
const listSelector = '#results, main > section'

function linksIn(place: ParentNode): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>(linkSelector)].filter((link) =>
    link.checkVisibility(),
  )
}

/** The link of the row that has the focus; none while something is typed or chosen there. */
function currentLink(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof HTMLElement) || target.matches('input, textarea, select')) return null
  const row = target.closest('li')
  return row && row.querySelector<HTMLElement>(linkSelector)
}

function linkFor(key: string, current: HTMLElement): HTMLElement | undefined {
  const all = linksIn(document.querySelector('main') ?? document)
  const ofList = linksIn(current.closest(listSelector) ?? document)
  const index = all.indexOf(current)
  if (key === 'ArrowDown') return all[index + 1]
  if (key === 'ArrowUp') return all[index - 1]
  if (key === 'Home') return ofList[0]
  return key === 'End' ? ofList.at(-1) : undefined
}

document.addEventListener('keydown', (event) => {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
  const current = isPlain && !event.defaultPrevented ? currentLink(event.target) : null
  const next = current && linkFor(event.key, current)
  if (!next) return
  event.preventDefault()
  next.focus()
})
