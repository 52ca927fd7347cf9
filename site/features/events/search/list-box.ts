import { createElement } from './elements.ts'

/** The options below a combobox, one of which may be active while the focus stays in its input. */
export function createListBox(input: HTMLInputElement, id: string, label: string) {
  const list = createElement('div', { id, role: 'listbox', 'aria-label': label })
  let active = -1
  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': id,
    'aria-expanded': 'false',
  })) {
    input.setAttribute(name, value)
  }

  function options(): HTMLElement[] {
    return [...list.querySelectorAll<HTMLElement>('[role="option"]')]
  }

  function activate(index: number): void {
    active = index
    options().forEach((option, place) => {
      option.id = `${id}-${place}`
      option.ariaSelected = String(place === active)
      if (place === active) option.scrollIntoView({ block: 'nearest' })
    })
    if (active < 0) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', `${id}-${active}`)
  }

  return {
    list,
    fill(lines: HTMLElement[]): void {
      list.replaceChildren(...lines)
      list.hidden = lines.length === 0
      activate(-1)
    },
    /** Past the end is the text itself, then the other end. */
    move(step: 1 | -1): void {
      const count = options().length
      if (count > 0) activate(((active + 1 + step + count + 1) % (count + 1)) - 1)
    },
    leave: () => activate(-1),
    active: (): HTMLElement | undefined => options()[active],
  }
}
export type ListBox = ReturnType<typeof createListBox>
