import { m } from '#site/lib/messages.ts'
import { loadNextPage, type LoadedPage } from './next-page.ts'

/**
 * "More" brings the next page into this one: at a click, and where the list says so for the first
 * pages while one scrolls. Without a script it is a link to that page.
 */
const results = document.querySelector<HTMLElement>('#results')

/** Pages loaded by scrolling; then the button, so that the footer can be reached. */
const scrolledPages = 3

/** What Back needs: how many pages were loaded, how many of them by scrolling, and how far down one was. */
type ScrollState = { pages?: number; byScroll?: number; scrolled?: number }
const place: ScrollState = { ...(history.state as ScrollState | null) }

function remember(change: ScrollState): void {
  Object.assign(place, change)
  history.replaceState({ ...(history.state as object | null), ...place }, '')
}

// Screen readers hear a live region only when it stood in the page before its text came.
const status = document.createElement('p')
status.role = 'status'
status.className = 'visually-hidden'
results?.after(status)

function linkOf(): HTMLAnchorElement | undefined {
  return results?.querySelector<HTMLAnchorElement>('a[data-more]') ?? undefined
}

function showError(link: HTMLAnchorElement): void {
  const box = document.createElement('div')
  box.className = 'notice notice-error load-error'
  box.role = 'alert'
  const text = document.createElement('p')
  text.textContent = link.dataset['error'] ?? ''
  const again = document.createElement('button')
  again.type = 'button'
  again.className = 'button button-small'
  again.textContent = m.try_again()
  again.addEventListener('click', () => {
    box.remove()
    link.hidden = false
    void goOn(link)
  })
  box.append(text, again)
  link.hidden = true
  link.before(box)
}

/** Loads the next page; a failure replaces the link by an error with a retry button. */
async function load(link: HTMLAnchorElement): Promise<LoadedPage | undefined> {
  const label = link.textContent
  link.ariaBusy = 'true'
  link.textContent = m.loading()
  status.textContent = m.loading()
  try {
    const loaded = await loadNextPage(link)
    status.textContent = m.more_loaded({ count: loaded.count })
    return loaded
  } catch {
    status.textContent = ''
    link.ariaBusy = null
    link.textContent = label
    showError(link)
    return undefined
  }
}

async function goOn(link: HTMLAnchorElement, isByScroll = false): Promise<void> {
  // The focused link or retry button was removed.
  const takesFocus = !isByScroll || link === document.activeElement
  const loaded = await load(link)
  if (!loaded) return
  const { pages = 0, byScroll = 0 } = place
  remember({ pages: pages + 1, byScroll: byScroll + Number(isByScroll) })
  if (takesFocus) loaded.first?.focus({ preventScroll: true })
  loadAhead()
}

function isDataSaved(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches
}

/** Loading begins one screen before the end of the list. */
const observer =
  'IntersectionObserver' in window && !isDataSaved()
    ? new IntersectionObserver(
        (entries) => {
          for (const { isIntersecting, target } of entries) {
            if (!isIntersecting || target.ariaBusy) continue
            observer?.disconnect()
            void goOn(target as HTMLAnchorElement, true)
          }
        },
        { rootMargin: '0px 0px 100% 0px' },
      )
    : undefined

function loadAhead(): void {
  const link = linkOf()
  const isLeft = (place.byScroll ?? 0) < scrolledPages
  if (link && 'scrolls' in link.dataset && isLeft) observer?.observe(link)
}

/** Restores the pages that were loaded before leaving. */
async function comeBack({ pages = 0, scrolled = 0 }: ScrollState): Promise<void> {
  for (let page = 0; page < pages; page += 1) {
    const link = linkOf()
    if (link && !(await load(link))) return remember({ pages: page })
  }
  scrollTo({ top: scrolled, behavior: 'instant' })
}

results?.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-more]')
  if (!link || event.metaKey || event.ctrlKey) return
  event.preventDefault()
  if (!link.ariaBusy) void goOn(link)
})

addEventListener('pagehide', () => {
  if (place.pages) remember({ scrolled: scrollY })
})

async function start(): Promise<void> {
  if (place.pages) await comeBack(place)
  // Nothing is loaded before the first scroll.
  addEventListener('scroll', loadAhead, { once: true, passive: true })
}
void start()
