import '#site/features/events/add-to-calendar.ts'
import '#site/features/events/muting/hide-channel.ts'
import '#site/ui/share/share.ts'
import { createElement } from '#site/ui/create-element.ts'
import { readRowEvent } from './row-event.ts'
import { rowMenuItems } from './row-menu-items.ts'

const menu = createElement('div', { className: 'menu row-menu', id: 'row-menu', popover: 'auto' })
let opener: HTMLElement | undefined

export function openRowMenu(button: HTMLElement): void {
  const row = button.closest<HTMLElement>('.event-row')
  const event = row && readRowEvent(row)
  if (!event) return
  opener = button
  menu.innerHTML = rowMenuItems(event).markup
  document.body.append(menu)
  menu.showPopover({ source: button })
  const { right, bottom, top } = button.getBoundingClientRect()
  const isBelow = bottom + menu.offsetHeight < innerHeight
  menu.style.inset = `${isBelow ? bottom : top - menu.offsetHeight}px auto auto ${Math.max(8, right - menu.offsetWidth)}px`
  menu.querySelector('button')?.focus()
}

menu.addEventListener('toggle', () => {
  if (opener) opener.ariaExpanded = String(menu.matches(':popover-open'))
})
// Scripts that listen to the whole page do the chosen act.
menu.addEventListener('click', () => setTimeout(() => menu.hidePopover()))
menu.addEventListener('keydown', (event) => {
  const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
  const step = steps[event.key]
  if (step === undefined) return
  event.preventDefault()
  const items = [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')]
  const index = items.indexOf(document.activeElement as HTMLElement)
  items.at((index + step) % items.length)?.focus()
})
