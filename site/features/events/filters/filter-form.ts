import { apiUrl } from '#site/lib/api-base.ts'
import type { ApiResponseData, PathOf } from '#site/lib/api-calls.ts'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { resolveTimeZone } from '#site/lib/time/wall-clock.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { createEventCountStore, type FilteredEventCount } from './count.store.ts'
import { toFormQuery } from './form-query.ts'

/** The sheet is a step in the history, so that Back closes it and a reload keeps it. */
type SheetHistoryState = { filterSheet?: true } | null

function isSheetInHistory(): boolean {
  return (history.state as SheetHistoryState)?.filterSheet === true
}

function mountFilterSheet(
  form: HTMLFormElement,
  onOpen: () => void,
): { isOpen: () => boolean } | undefined {
  const phone = matchMedia('(max-width: 47.99rem)')
  const fold = document.querySelector<HTMLDetailsElement>('[data-filter-fold]')
  const sheet = document.querySelector<HTMLDialogElement>('[data-filter-sheet]')
  if (!fold || !sheet) return undefined

  function show(): void {
    if (sheet?.open) return
    if (fold) fold.open = false
    sheet?.append(form)
    // Closing restores the focus to the active element; after a reload there is none.
    fold?.querySelector('summary')?.focus({ preventScroll: true })
    sheet?.showModal()
    form.querySelector<HTMLElement>('input:not([type="hidden"])')?.focus({ preventScroll: true })
    onOpen()
  }

  fold.addEventListener('click', (event) => {
    if (!phone.matches) return
    event.preventDefault()
    history.pushState({ ...(history.state as object | null), filterSheet: true }, '')
    show()
  })
  sheet.addEventListener('click', ({ target }) => {
    const isClose = target instanceof Element && target.closest('[data-filter-close]')
    if (target === sheet || isClose) sheet.close()
  })
  sheet.addEventListener('close', () => {
    fold.after(form)
    if (isSheetInHistory()) history.back()
  })
  function follow(): void {
    if (isSheetInHistory() && phone.matches) show()
    else sheet?.close()
  }
  addEventListener('popstate', follow)
  // A page that Back restores as it was left.
  addEventListener('pageshow', follow)
  phone.addEventListener('change', () => sheet.close())
  // A reload: the page may have been shown before this script came.
  follow()
  return { isOpen: () => sheet.open }
}

const form = document.querySelector<HTMLFormElement>('[data-filter-form]')
const button = form?.querySelector<HTMLButtonElement>('[data-filter-apply]')
const status = form?.querySelector('[data-filter-status]')
const timeZone = resolveTimeZone(currentTimeContext())

async function countEvents(
  query: string,
  signal: AbortSignal,
): Promise<ApiResponseData<'get', 'events/count'>> {
  const path: PathOf<'get'> = 'events/count'
  const response = await fetch(`${apiUrl(path)}?${query}`, { signal })
  if (!response.ok) throw new Error(`the count answered ${response.status}`)
  return (await response.json()) as ApiResponseData<'get', 'events/count'>
}

function formatShowLabel({ count, has_more }: NonNullable<FilteredEventCount>): string {
  const shown = formatCount(count, document.documentElement.lang as Locale)
  return m.events_show({ count, shown: has_more ? `${shown}+` : shown })
}

function mountFilterForm(form: HTMLFormElement, button: HTMLButtonElement): void {
  const plain = button.textContent
  const counting = createEventCountStore({
    read: () => toFormQuery(new FormData(form), timeZone),
    count: countEvents,
  })
  counting.$count.listen((count) => {
    button.textContent = count ? formatShowLabel(count) : plain
    button.classList.toggle('button-primary', Boolean(count))
    if (status && count) status.textContent = button.textContent
  })
  const sheet = mountFilterSheet(form, counting.refresh)
  form.addEventListener('input', counting.refresh)
  form.addEventListener('change', counting.refresh)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    counting.stop()
    const address = new URL(form.action)
    address.search = toFormQuery(new FormData(form), timeZone)
    // The step in the history that the sheet took would lead nowhere.
    if (sheet?.isOpen()) location.replace(address)
    else location.assign(address)
  })
}

if (form && button) mountFilterForm(form, button)
