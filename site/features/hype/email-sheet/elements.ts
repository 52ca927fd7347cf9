import { getLocale } from '#messages/runtime'
import { createElement } from '#site/ui/create-element.ts'
import { signupTerms } from '#site/ui/terms-lines.ts'

export type DrawnField = {
  root: HTMLElement
  showError: (text: string) => void
}

/** Markup of `Field.tsx`. */
export function drawField(label: string, input: HTMLInputElement): DrawnField {
  const id = `${input.id}-note`
  const notes = createElement('div', { className: 'field-notes', id, ariaLive: 'polite' })
  const root = createElement(
    'div',
    { className: 'field' },
    createElement('label', { htmlFor: input.id }, label),
    input,
    notes,
  )
  function showError(text: string): void {
    notes.replaceChildren()
    input.ariaInvalid = text ? 'true' : null
    if (!text) return input.removeAttribute('aria-describedby')
    notes.append(createElement('p', { className: 'field-error' }, text))
    input.setAttribute('aria-describedby', id)
  }
  return { root, showError }
}

/** Line under each way of making an account. */
export function drawSignupTerms(): HTMLElement {
  const line = createElement('p', { className: 'field-hint' })
  line.innerHTML = signupTerms(getLocale()).markup
  return line
}

export function drawFormFailure() {
  const root = createElement('div', { className: 'form-failure', role: 'alert' })
  function show(text: string): void {
    root.replaceChildren()
    if (text) root.append(createElement('p', { className: 'notice notice-error' }, text))
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

/** A second press while it is busy does nothing. */
export function drawForm(
  label: string,
  submit: (button: HTMLButtonElement) => Promise<void>,
  ...parts: HTMLElement[]
): HTMLFormElement {
  const button = createElement('button', { className: 'button button-primary' }, label)
  const properties = { className: 'stack', noValidate: true, method: 'post' }
  const form = createElement('form', properties, ...parts, button)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!button.disabled) void submit(button)
  })
  return form
}
