export type SheetActionName = 'hype' | 'hype_all' | 'follow' | 'calendar' | 'propose'

const actionsByKey: Record<string, SheetActionName> = {
  hypeEvent: 'hype',
  hypeDates: 'hype_all',
  follow: 'follow',
  calendarTarget: 'calendar',
  propose: 'propose',
}

/** The sheet with its title and no step yet; its scripts and styles take a while to come. */
export function showSheetFrame(action: SheetActionName, name: string): HTMLDialogElement {
  const sheet = document.querySelector<HTMLDialogElement>('#email-sheet')
  if (!sheet) throw new Error('No sheet on this page')
  if (sheet.open) return sheet
  const title =
    sheet.getAttribute(`data-title-${action.replace('_', '-')}`)?.replace('{}', () => name) ?? ''
  sheet.querySelector('h2')?.replaceChildren(title)
  sheet.querySelector('.email-sheet-steps')?.replaceChildren()
  sheet.ariaBusy = 'true'
  sheet.showModal()
  return sheet
}

/** For the button of a guest, before the script that handles it is there. */
export function showSheetFrameOf(target: Element): void {
  const button = target.closest<HTMLElement>('main button, header button, nav button')
  const key = Object.keys(actionsByKey).find((key) => button && key in button.dataset)
  const action = key && actionsByKey[key]
  if (!button || !action) return
  const named = button.closest<HTMLElement>('[data-name]')?.dataset.name
  showSheetFrame(
    action,
    named ?? button.querySelector('.visually-hidden')?.textContent.trim() ?? '',
  )
}
