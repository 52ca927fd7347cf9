import { m } from '#site/lib/messages.ts'
import { registerFollowButtons } from '#site/features/directory/follows/follow.ts'
import { registerHypeDatesButtons } from '#site/features/hype/dates/hype-dates.ts'
import { registerHypeButtons } from '#site/features/hype/hype.ts'
import { reapplyDisplaySettings } from '#site/lib/display/display.ts'
import { localizeTimes } from '#site/lib/time/localize.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { createButton, createElement } from '#site/ui/create-element.ts'

type LoadedPage = { count: number; first: HTMLElement | undefined }

const timeoutMs = 20_000
const rowSelector = 'a.whole-link'

function mergeListSection(section: HTMLElement, link: HTMLAnchorElement): void {
  const known = link.parentElement?.querySelector(`[data-kind="${section.dataset['kind']}"]`)
  const rows = known?.querySelector('.days, ol, ul')
  const more = section.querySelector('.days, ol, ul')
  if (!known || !rows || !more) {
    link.before(section)
    return
  }
  rows.append(...more.children)
  const marker = known.querySelector('[data-time-format="days"]')
  if (marker) localizeTimes(marker, currentTimeContext())
}

/** @throws Error where the page cannot be had, or says that its list could not be read. */
async function loadNextPage(link: HTMLAnchorElement): Promise<LoadedPage> {
  const response = await fetch(link.href, { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`The next page answered ${response.status}`)
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  if (!link.isConnected) throw new Error('Another list was shown meanwhile')
  if (next.querySelector('#results [data-load-error]')) throw new Error('The next page failed')
  const sections = [...next.querySelectorAll<HTMLElement>('#results > [data-kind]')]
  const rows = sections.flatMap((section) => [
    ...section.querySelectorAll<HTMLElement>(rowSelector),
  ])
  for (const section of sections) {
    localizeTimes(section, currentTimeContext())
    mergeListSection(section, link)
  }
  const following = next.querySelector('[data-more]')
  if (following) link.replaceWith(following)
  else link.remove()
  registerRows()
  return { count: rows.length, first: rows[0] }
}

function registerRows(): void {
  registerHypeButtons(document)
  registerHypeDatesButtons(document)
  registerFollowButtons(document)
  reapplyDisplaySettings()
}

/** Without a script, "More" is a link to the next page. */
const results = document.querySelector<HTMLElement>('#results')

/** Pages loaded by scrolling; then the button, so that the footer can be reached. */
const scrolledPages = 3

/** For Back: loaded pages, those of them loaded by scrolling, and how far down one was. */
type ScrollState = { pages?: number; byScroll?: number; scrolled?: number }
const scrollState: ScrollState = { ...(history.state as ScrollState | null) }

function saveScrollState(change: ScrollState): void {
  Object.assign(scrollState, change)
  history.replaceState({ ...(history.state as object | null), ...scrollState }, '')
}

// Screen readers hear a live region only when it stood in the page before its text came.
const status = createElement('p', { role: 'status', className: 'visually-hidden' })
results?.after(status)

function findMoreLink(): HTMLAnchorElement | undefined {
  return results?.querySelector<HTMLAnchorElement>('a[data-more]') ?? undefined
}

function showLoadError(link: HTMLAnchorElement): void {
  const again = createButton('button button-small', m.try_again(), () => {
    box.remove()
    link.hidden = false
    void loadMore(link)
  })
  const box = createElement(
    'div',
    { className: 'notice notice-error load-error', role: 'alert' },
    createElement('p', {}, link.dataset['error']),
    again,
  )
  link.hidden = true
  link.before(box)
}

async function loadLinkedPage(link: HTMLAnchorElement): Promise<LoadedPage | undefined> {
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
    showLoadError(link)
    return undefined
  }
}

async function loadMore(link: HTMLAnchorElement, isByScroll = false): Promise<void> {
  // Loading removes a focused link or retry button.
  const takesFocus = !isByScroll || link === document.activeElement
  const loaded = await loadLinkedPage(link)
  if (!loaded) return
  const { pages = 0, byScroll = 0 } = scrollState
  saveScrollState({ pages: pages + 1, byScroll: byScroll + Number(isByScroll) })
  if (takesFocus) loaded.first?.focus({ preventScroll: true })
  observeMoreLink()
}

function isDataSaverOn(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches
}

const observer =
  'IntersectionObserver' in window && !isDataSaverOn()
    ? new IntersectionObserver(
        (entries) => {
          for (const { isIntersecting, target } of entries) {
            if (!isIntersecting || target.ariaBusy) continue
            observer?.disconnect()
            void loadMore(target as HTMLAnchorElement, true)
          }
        },
        { rootMargin: '0px 0px 100% 0px' },
      )
    : undefined

function observeMoreLink(): void {
  const link = findMoreLink()
  const isLeft = (scrollState.byScroll ?? 0) < scrolledPages
  if (link && 'scrolls' in link.dataset && isLeft) observer?.observe(link)
}

async function restoreLoadedPages({ pages = 0, scrolled = 0 }: ScrollState): Promise<void> {
  for (let page = 0; page < pages; page += 1) {
    const link = findMoreLink()
    if (link && !(await loadLinkedPage(link))) return saveScrollState({ pages: page })
  }
  scrollTo({ top: scrolled, behavior: 'instant' })
}

/** Shows the list of another page in place of this one, from its beginning. */
export function replaceResults(next: Document): void {
  results?.replaceChildren(...(next.querySelector('#results')?.childNodes ?? []))
  if (results) localizeTimes(results, currentTimeContext())
  registerRows()
  Object.assign(scrollState, { pages: 0, byScroll: 0, scrolled: 0 })
  observeMoreLink()
}

results?.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-more]')
  if (!link || event.metaKey || event.ctrlKey) return
  event.preventDefault()
  if (!link.ariaBusy) void loadMore(link)
})

addEventListener('pagehide', () => {
  if (scrollState.pages) saveScrollState({ scrolled: scrollY })
})

async function startInfiniteScroll(): Promise<void> {
  if (scrollState.pages) await restoreLoadedPages(scrollState)
  // Nothing is loaded before the first scroll.
  addEventListener('scroll', observeMoreLink, { once: true, passive: true })
}
void startInfiniteScroll()
