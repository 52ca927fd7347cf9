import { adoptFollows } from '#site/islands/follow/follow.ts'
import { adoptHypes } from '#site/islands/hype/hype.ts'
import { localize } from '#site/islands/time/localize.ts'
import { currentReader } from '#site/islands/time/reader.ts'

/** "More" brings the next page into this one; without a script it is a link to it. */
const results = document.querySelector<HTMLElement>('#results')

/** Adds the rows or cards of a section that stands already, or the section itself. */
function takeIn(section: HTMLElement, link: Element): void {
  const known = results?.querySelector(`[data-kind="${section.dataset.kind}"]`)
  const rows = known?.querySelector('.days, ol, ul')
  const more = section.querySelector('.days, ol, ul')
  if (!known || !rows || !more) {
    link.before(section)
    return
  }
  rows.append(...more.children)
  const marker = known.querySelector('[data-as="days"]')
  if (marker) localize(marker, currentReader())
}

async function loadMore(link: HTMLAnchorElement): Promise<Element | undefined> {
  link.ariaBusy = 'true'
  const response = await fetch(link.href)
  if (!response.ok) throw new Error(`The next page answered ${response.status}`)
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  const sections = [...next.querySelectorAll<HTMLElement>('#results > [data-kind]')]
  const first = sections[0]?.querySelector<HTMLElement>('a.whole-link')
  for (const section of sections) {
    localize(section, currentReader())
    takeIn(section, link)
  }
  const following = next.querySelector('[data-more]')
  if (following) link.replaceWith(following)
  else link.remove()
  adoptHypes(document)
  adoptFollows(document)
  return first ?? undefined
}

/** What Back needs: how many pages were brought, and how far down one was. */
type Place = { pages?: number; scrolled?: number }
const place: Place = { ...(history.state as Place | null) }

function remember(change: Place): void {
  Object.assign(place, change)
  history.replaceState({ ...(history.state as object | null), ...place }, '')
}

/** Brings the pages again that one saw before leaving. */
async function comeBack({ pages = 0, scrolled = 0 }: Place): Promise<void> {
  for (let page = 0; page < pages; page += 1) {
    const link = document.querySelector<HTMLAnchorElement>('a[data-more]')
    if (link) await loadMore(link)
  }
  scrollTo({ top: scrolled, behavior: 'instant' })
}

async function goOn(link: HTMLAnchorElement): Promise<void> {
  const first = await loadMore(link)
  remember({ pages: (place.pages ?? 0) + 1 })
  if (first instanceof HTMLElement) first.focus({ preventScroll: true })
}

results?.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-more]')
  if (!link || event.metaKey || event.ctrlKey) return
  event.preventDefault()
  if (link.ariaBusy) return
  goOn(link).catch(() => location.assign(link.href))
})

addEventListener('pagehide', () => {
  if (place.pages) remember({ scrolled: scrollY })
})
// Without them the first page still stands, and its link to the next.
if (place.pages) comeBack(place).catch(() => undefined)
