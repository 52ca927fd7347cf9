export const autofocusDelayMs = 100
const textFields =
  'input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=submit]), textarea'
const otherFields = 'select, input:is([type=checkbox], [type=radio])'
/** On a touch screen the keyboard would cover the text. */
const hasKeyboard = '(hover: hover) and (pointer: fine)'

function isFocusUntouched(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.closest('dialog') !== null
}

export function focusFirstTextField(within: ParentNode): () => void {
  if (!matchMedia(hasKeyboard).matches) return () => undefined
  const start = document.activeElement
  const timer = setTimeout(() => {
    const field = within.querySelector<HTMLInputElement>(textFields)
    const isFree = document.activeElement === start && isFocusUntouched(start)
    if (isFree && field?.value === '') field.focus({ preventScroll: true })
  }, autofocusDelayMs)
  return () => clearTimeout(timer)
}

export function focusFirstField(dialog: HTMLDialogElement): void {
  const fields = dialog.querySelectorAll<HTMLElement>(`${textFields}, ${otherFields}`)
  const first = [...fields].find((field) => !field.matches(':disabled'))
  if (!first || (first.matches(textFields) && !matchMedia(hasKeyboard).matches)) return
  first.focus({ preventScroll: true })
}
