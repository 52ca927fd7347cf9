/** The sheet is a step in the history, so that Back closes it and a reload keeps it. */
type SheetHistoryState = { filterSheet?: true } | null

function isSheetInHistory(): boolean {
  return (history.state as SheetHistoryState)?.filterSheet === true
}

export function mountFilterSheet(
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
    // What closes the sheet gives the focus back to what has it now: after a reload, nothing has.
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
