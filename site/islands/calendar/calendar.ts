import { adoptHypes } from '#site/islands/hype/hype.ts'
import { localize } from '#site/islands/time/localize.ts'
import { currentReader } from '#site/islands/time/reader.ts'
import { localDay } from '#site/lib/time-text.ts'
import type { Locale } from '#worker/contract.ts'
import { filterAgenda } from './agenda.ts'
import { openEvents } from './day-dialog.ts'
import { daysOfItem, type CalendarItem, type Entry } from './entries.ts'
import { followedIn, isSignedIn, loadHyped } from './followed.ts'
import { cellsOf, dayOfCell, entriesOn, focusDay, isInMonth, settleGrid } from './grid.ts'
import { dayAfterKey, leavesGrid } from './keys.ts'
import { markHypes } from './marks.ts'
import { monthOf } from './month.ts'
import { wideScreen } from './wide-screen.ts'
import { dayText } from './words.ts'

/**
 * The server's calendar is whole and in UTC. This lays it out in the reader's zone, fetches the page
 * of another month in its place, and keeps to what the person follows where that is asked for.
 */
type Data = { isGrouped: boolean; items: CalendarItem[] }

const locale = document.documentElement.lang as Locale
const page = document.querySelector<HTMLElement>('#calendar')
let hyped: Set<number> = new Set()
let data: Data = { isGrouped: false, items: [] }
let entries: Entry[] = []
let followed: ReadonlySet<string> | undefined
let turn = 0
let shownSearch = location.search

function readData(root: ParentNode): Data {
  const written = root.querySelector('script[data-calendar]')?.textContent
  return written ? (JSON.parse(written) as Data) : { isGrouped: false, items: [] }
}

function isShown({ slug }: Pick<CalendarItem, 'slug'>): boolean {
  return followed === undefined || followed.has(slug)
}

function today(): string {
  const reader = currentReader()
  return localDay(reader.now, reader)
}

/** Lays out and marks all that a part of the page shows. */
function settle(root: HTMLElement): void {
  const reader = currentReader()
  const items = data.items.filter(isShown)
  entries = settleGrid(root, { items, isGrouped: data.isGrouped, reader, locale })
  if (followed) {
    filterAgenda(root, (slug) => isShown({ slug }), locale)
    const { month = '' } = root.dataset
    const none = root.querySelector<HTMLElement>('[data-followed-none]')
    if (none) none.hidden = items.some((item) => isInMonth(daysOfItem(item, reader), month))
    root.dataset.ready = ''
  }
  markHypes(root, { items, entries, hyped, now: reader.now })
}

/** Keeps to what the person follows, if the address asks for it and there is somebody. */
async function keepFollowed(root: HTMLElement): Promise<void> {
  if (root.dataset.show !== 'followed' || !isSignedIn()) return
  const mine = turn
  const failed = root.querySelector<HTMLElement>('[data-followed-failed]')
  try {
    const found = await followedIn(root.dataset.month ?? '')
    if (mine !== turn) return
    if (failed) failed.hidden = true
    followed = found
    settle(root)
  } catch {
    if (mine === turn && failed) failed.hidden = false
  }
}

/** What is followed is known before the part stands on the page, so that nothing shows and goes. */
async function fetchCalendar(href: string): Promise<{ title: string; part: HTMLElement }> {
  const address = new URL(href, location.href)
  if (!address.searchParams.has('month')) address.searchParams.set('month', monthOf(today()))
  address.searchParams.sort()
  const response = await fetch(address)
  if (!response.ok) throw new Error(`The calendar answered ${response.status}`)
  const next = new DOMParser().parseFromString(await response.text(), 'text/html')
  const part = next.querySelector<HTMLElement>('#calendar')
  if (!part) throw new Error('The answer holds no calendar')
  return { title: next.title, part }
}

type Visit = { isNew: boolean; day?: string | undefined; act?: string | undefined }

async function show(root: HTMLElement, href: string, { isNew, day, act }: Visit): Promise<void> {
  turn += 1
  const mine = turn
  root.ariaBusy = 'true'
  const { title, part } = await fetchCalendar(href)
  if (mine !== turn) return
  root.ariaBusy = null
  if (isNew) history.pushState(null, '', href)
  shownSearch = location.search
  document.title = title
  data = readData(part)
  followed = undefined
  localize(part, currentReader())
  settle(part)
  delete root.dataset.ready
  Object.assign(root.dataset, part.dataset)
  root.replaceChildren(...part.childNodes)
  adoptHypes(root)
  const said = document.querySelector('#calendar-said')
  if (said) said.textContent = root.querySelector('h1')?.textContent ?? ''
  restoreFocus(root, day, act)
  await keepFollowed(root)
}

function restoreFocus(root: HTMLElement, day: string | undefined, act: string | undefined): void {
  if (day && focusDay(root, day)) return
  if (act === 'today') goToDay(root, today())
  else if (act) {
    const links = [...root.querySelectorAll<HTMLElement>(`[data-act="${act}"]`)]
    links.find((link) => link.checkVisibility())?.focus({ preventScroll: true })
  }
}

/** To a day of the grid, or to the first of the list that is not before it. */
function goToDay(root: HTMLElement, day: string): void {
  if (focusDay(root, day)) return
  const days = [...root.querySelectorAll<HTMLElement>('.agenda [data-day]:not(li)')]
  const label = days
    .find((one) => (one.dataset.day ?? '') >= day && one.checkVisibility())
    ?.querySelector('h3')
  if (!label) return
  label.tabIndex = -1
  label.scrollIntoView({ block: 'center' })
  label.focus({ preventScroll: true })
}

function go(root: HTMLElement, href: string, visit: Visit): void {
  show(root, href, visit).catch(() => location.assign(href))
}

function followLink(root: HTMLElement, link: HTMLAnchorElement): void {
  const { act } = link.dataset
  if (act === 'today' && root.dataset.month === monthOf(today())) goToDay(root, today())
  else go(root, link.href, { isNew: true, act })
}

function openDay(root: HTMLElement, day: string): void {
  const items = entriesOn(day, entries).flatMap((entry) => entry.items)
  if (items.length === 0) return
  openEvents(root, { title: dayText(day, locale), day, items, reader: currentReader() })
}

function openGroup(root: HTMLElement, bar: HTMLAnchorElement): void {
  const entry = entries.find(({ key }) => key === bar.dataset.key)
  const title = bar.querySelector('.cal-chip-name')?.textContent ?? ''
  openEvents(root, {
    title,
    items: entry?.items ?? [],
    groupHref: bar.href,
    reader: currentReader(),
  })
}

/** Meant for the browser: a new tab, a shortcut of its own. */
function isModified(event: MouseEvent | KeyboardEvent): boolean {
  return event.metaKey || event.ctrlKey || event.altKey || event.shiftKey
}

function onClick(root: HTMLElement, event: MouseEvent): void {
  if (isModified(event) || !(event.target instanceof Element)) return
  const link = event.target.closest('a')
  const cell = event.target.closest<HTMLElement>('.cal-day')
  if (event.target.closest('[data-retry]')) void keepFollowed(root)
  else if (link?.dataset.act) {
    event.preventDefault()
    followLink(root, link)
  } else if (link?.matches('.cal-chip-group')) {
    event.preventDefault()
    openGroup(root, link)
  } else if (cell && (!link || link.matches('.cal-more'))) {
    event.preventDefault()
    openDay(root, dayOfCell(cell))
  }
}

function onKey(root: HTMLElement, event: KeyboardEvent): void {
  const { key, target } = event
  if (isModified(event) || !(target instanceof HTMLElement)) return
  if (key.toLowerCase() === 't' && !target.closest('input, textarea, select, dialog')) {
    root.querySelector<HTMLElement>('[data-act="today"]')?.click()
    return
  }
  if (!target.matches('.cal-day')) return
  const day = dayOfCell(target)
  const next = dayAfterKey(key, day)
  if (key === 'Enter' || key === ' ') openDay(root, day)
  else if (next === undefined) return
  else if (leavesGrid(key, next, cellsOf(root).map(dayOfCell))) goToMonthOf(root, next)
  else focusDay(root, next)
  event.preventDefault()
}

function goToMonthOf(root: HTMLElement, day: string): void {
  const address = new URL(location.href)
  address.searchParams.set('month', monthOf(day))
  address.searchParams.set('view', 'month')
  address.searchParams.sort()
  go(root, address.href, { isNew: true, day })
}

/** A hype given on this page outlines its bar at once. */
function watchHypes(root: HTMLElement): void {
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const { dataset, ariaPressed } = target as HTMLElement
      const id = Number(dataset.hypeEvent)
      if (ariaPressed === 'true') hyped.add(id)
      else hyped.delete(id)
    }
    const items = data.items.filter(isShown)
    markHypes(root, { items, entries, hyped, now: Date.now() })
  }).observe(root, { subtree: true, attributeFilter: ['aria-pressed'] })
}

async function start(root: HTMLElement): Promise<void> {
  data = readData(root)
  settle(root)
  root.addEventListener('click', (event) => onClick(root, event))
  document.addEventListener('keydown', (event) => onKey(root, event))
  addEventListener('popstate', () => {
    if (location.search !== shownSearch) go(root, location.href, { isNew: false })
  })
  wideScreen.addEventListener('change', () => {
    localize(root, currentReader())
    settle(root)
  })
  watchHypes(root)
  const isOpen = !new URLSearchParams(location.search).has('month')
  if (isOpen && root.dataset.month !== monthOf(today())) {
    await show(root, location.href, { isNew: false })
  } else await keepFollowed(root)
  if (!isSignedIn()) return
  hyped = await loadHyped()
  markHypes(root, { items: data.items.filter(isShown), entries, hyped, now: Date.now() })
}

// What could not be fetched leaves the server's calendar, which is whole.
if (page) start(page).catch(() => undefined)
