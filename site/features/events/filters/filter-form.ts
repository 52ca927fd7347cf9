import { replaceResults } from '#site/layouts/infinite-scroll/more.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { resolveTimeZone } from '#site/lib/time/wall-clock.ts'
import { nameZoneInLinks } from '#site/lib/time/zoned-links.ts'
import { createFilteredListStore } from './filtered-list.store.ts'
import { toFormQuery } from './form-query.ts'

const form = document.querySelector<HTMLFormElement>('[data-filter-form]')
const timeZone = resolveTimeZone(currentTimeContext())
/** A year that is typed passes through other years. */
const typedDateMs = 600

function toAddress(form: HTMLFormElement, query: string): URL {
  const address = new URL(form.action)
  address.search = query
  return address
}

/** @throws Error where the page cannot be had. */
async function fetchPage(address: URL, signal: AbortSignal): Promise<Document> {
  const response = await fetch(address, { signal })
  if (!response.ok) throw new Error(`the list answered ${response.status}`)
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}

/** Parts outside the list that depend on the filters. */
function replaceFilteredParts(next: Document): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-filtered]')) {
    const name = part.dataset.filtered ?? ''
    const fresh = next.querySelector(`[data-filtered="${name}"]`)
    part.replaceChildren(...(fresh?.childNodes ?? []))
  }
  nameZoneInLinks()
}

/** Checked while the page was without its script. */
function isChangedAlready(form: HTMLFormElement): boolean {
  const boxes = form.querySelectorAll<HTMLInputElement>('[type="checkbox"]')
  return [...boxes].some(({ checked, defaultChecked }) => checked !== defaultChecked)
}

function mountFilterForm(form: HTMLFormElement, results: HTMLElement): void {
  let shownSearch = location.search
  const read = () => toFormQuery(new FormData(form), timeZone)
  const list = createFilteredListStore<Document>(
    {
      read,
      load: (query, signal) => fetchPage(toAddress(form, query), signal),
      show(next, query) {
        history.pushState(null, '', toAddress(form, query))
        shownSearch = location.search
        replaceFilteredParts(next)
        replaceResults(next)
      },
      leave: (query) => location.assign(toAddress(form, query)),
      onBusy: (isBusy) => (results.ariaBusy = isBusy ? 'true' : null),
    },
    isChangedAlready(form) ? undefined : read(),
  )
  // The order of the list is chosen outside the form.
  document.addEventListener('change', ({ target }) => {
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement
    if (isField && target.form === form) list.refresh(target.type === 'date' ? typedDateMs : 0)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    list.refresh()
  })
  // A link into the page is a step in the history, too.
  addEventListener('popstate', () => {
    if (location.search !== shownSearch) location.reload()
  })
  list.refresh()
}

// Where the tabs scroll, the chosen one may be out of sight.
const chosenTime = document.querySelector('.time-control [aria-current]')
chosenTime?.scrollIntoView({ inline: 'center', block: 'nearest' })
const results = document.querySelector<HTMLElement>('#results')
if (form && results) mountFilterForm(form, results)
