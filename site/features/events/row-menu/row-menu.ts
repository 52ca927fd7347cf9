import { m } from '#site/lib/messages.ts'
import { createElement } from '#site/ui/create-element.ts'

/** One button for all rows: it goes to the row that is pointed at or has the focus, on wide screens. */
const isWide = matchMedia('(min-width: 48rem)')
const button = createElement('button', { type: 'button', className: 'row-menu-button' }, '⋯')
button.ariaHasPopup = 'menu'
button.ariaExpanded = 'false'

function moveButton({ target }: Event): void {
  const row = target instanceof Element && target.closest<HTMLElement>('.event-row[data-start]')
  if (!row || row.contains(button) || button.ariaExpanded === 'true' || !isWide.matches) return
  const name = row.querySelector('.whole-link')?.textContent.trim() ?? ''
  button.ariaLabel = m.row_menu({ name })
  row.append(button)
}

document.addEventListener('pointerover', moveButton)
document.addEventListener('focusin', moveButton)
button.addEventListener('click', () => {
  void import('./open-row-menu.ts').then(({ openRowMenu }) => openRowMenu(button))
})
