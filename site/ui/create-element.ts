type Child = Node | string | false | undefined

/** Properties are the DOM's, such as `className`; children that are not wanted are left out. */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children.filter((child) => child !== undefined && child !== false))
  return element
}

export function createButton(
  className: string,
  label: string,
  run: (button: HTMLButtonElement) => void,
): HTMLButtonElement {
  const button = createElement('button', { type: 'button', className }, label)
  button.addEventListener('click', () => run(button))
  return button
}
