/** The focus goes from link to link, so that Tab goes on to the row's button as always. */
const linkSelector = 'a.whole-link[href*="/events/"]:not([href*="/groups/"])'
const listSelector = '#results, .tonight, main > section'

function listVisibleLinks(place: ParentNode): HTMLElement[] {
  return [...place.querySelectorAll<HTMLElement>(linkSelector)].filter((link) =>
    link.checkVisibility(),
  )
}

/** None while something is typed or chosen in the row. */
function findCurrentLink(target: EventTarget | null): HTMLElement | null {
  if (!(target instanceof HTMLElement) || target.matches('input, textarea, select')) return null
  const row = target.closest('li')
  return row && row.querySelector<HTMLElement>(linkSelector)
}

function findTargetLink(key: string, current: HTMLElement): HTMLElement | undefined {
  const all = listVisibleLinks(document.querySelector('main') ?? document)
  const ofList = listVisibleLinks(current.closest(listSelector) ?? document)
  const index = all.indexOf(current)
  if (key === 'ArrowDown') return all[index + 1]
  if (key === 'ArrowUp') return all[index - 1]
  if (key === 'Home') return ofList[0]
  return key === 'End' ? ofList.at(-1) : undefined
}

document.addEventListener('keydown', (event) => {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
  const current = isPlain && !event.defaultPrevented ? findCurrentLink(event.target) : null
  const next = current && findTargetLink(event.key, current)
  if (!next) return
  event.preventDefault()
  next.focus()
})
