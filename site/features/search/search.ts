import { openStorage } from '#site/lib/storage.ts'
import { createRecentSearches } from './recent-searches.ts'

/** Suggestions are loaded when the field is first used. */
const box = document.querySelector<HTMLElement>('[data-search]')
const input = box?.querySelector('input')
const dialog = document.querySelector<HTMLDialogElement>('[data-search-dialog]')
let isMounted = false
let cameFrom: Element | null = null

async function loadSearchBox(): Promise<void> {
  if (isMounted || !box || !input) return
  isMounted = true
  const { mountSearchBox } = await import('./box.ts')
  mountSearchBox(box, input)
}

/** The field itself moves into the dialog, and back when that closes. */
function openDialog(): void {
  if (!dialog || !box || dialog.open) return
  const home = box.parentElement
  dialog.append(box)
  dialog.showModal()
  input?.focus()
  dialog.addEventListener('close', () => home?.prepend(box), { once: true })
}

function openSearch(): void {
  if (!input) return
  cameFrom = document.activeElement
  if (input.checkVisibility()) input.focus()
  else openDialog()
  input.select()
}

function rememberSearch(text: string): void {
  createRecentSearches(openStorage('localStorage')).add(text)
}

/** Enter may even have come before this had: then the search is remembered where it led. */
function rememberArrivalSearch(): void {
  const text = new URLSearchParams(location.search).get('q')
  const isResults = input?.form && new URL(input.form.action).pathname === location.pathname
  const [visit] = performance.getEntriesByType('navigation')
  const isAsked = visit instanceof PerformanceNavigationTiming && visit.type === 'navigate'
  const isFromHere = document.referrer.startsWith(`${location.origin}/`)
  if (text && isResults && isAsked && isFromHere) rememberSearch(text)
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  )
}

document.addEventListener('keydown', (event) => {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
  if (event.key !== '/' || !isPlain || isTyping(event.target)) return
  if (document.querySelector('dialog:modal')) return
  event.preventDefault()
  openSearch()
})

document.addEventListener('click', (event) => {
  const opener = event.target instanceof Element && event.target.closest('[data-search-open]')
  if (!opener || event.metaKey || event.ctrlKey) return
  event.preventDefault()
  openSearch()
})

dialog?.addEventListener('click', ({ target }) => {
  const isOutside = target === dialog
  if (isOutside || (target instanceof Element && target.closest('[data-search-close]')))
    dialog.close()
})

input?.addEventListener('focus', () => void loadSearchBox())
// Enter may come before the suggestions have.
input?.form?.addEventListener('submit', () => rememberSearch(input.value))
rememberArrivalSearch()
// Nothing is open any more: back to where `/` was pressed.
input?.addEventListener('keydown', (event) => {
  const isListOpen = input.ariaExpanded === 'true'
  if (event.key !== 'Escape' || isListOpen || dialog?.open) return
  // A search field would empty itself.
  event.preventDefault()
  if (cameFrom instanceof HTMLElement && cameFrom !== document.body) cameFrom.focus()
  else input.blur()
  cameFrom = null
})
