export function createSheetElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

export type DrawnField = {
  root: HTMLElement
  showError: (text: string) => void
}

/** Markup of `Field.tsx`. */
export function drawField(label: string, input: HTMLInputElement): DrawnField {
  const notes = createSheetElement('div', { className: 'field-notes', id: `${input.id}-note` })
  notes.ariaLive = 'polite'
  const root = createSheetElement(
    'div',
    { className: 'field' },
    createSheetElement('label', { htmlFor: input.id }, label),
    input,
    notes,
  )
  function showError(text: string): void {
    notes.replaceChildren(
      ...(text ? [createSheetElement('p', { className: 'field-error' }, text)] : []),
    )
    if (text) {
      input.setAttribute('aria-describedby', notes.id)
      input.ariaInvalid = 'true'
    } else {
      input.removeAttribute('aria-describedby')
      input.ariaInvalid = null
    }
  }
  return { root, showError }
}

export function drawFormFailure() {
  const root = createSheetElement('div', { className: 'form-failure' })
  root.role = 'alert'
  function show(text: string): void {
    root.replaceChildren(
      ...(text ? [createSheetElement('p', { className: 'notice notice-error' }, text)] : []),
    )
  }
  return { root, show }
}

type ButtonState = { label: string; isBusy?: boolean; isDisabled?: boolean }

export function updateButton(
  button: HTMLButtonElement,
  { label, isBusy, isDisabled }: ButtonState,
) {
  button.textContent = label
  button.ariaBusy = isBusy ? 'true' : null
  button.disabled = Boolean(isBusy || isDisabled)
}
