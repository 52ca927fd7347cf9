export const autofocusDelayMs = 100
const textFields =
  'input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=submit]), textarea'
/** A touch screen would bring its keyboard up over what is to be read first. */
const hasKeyboard = '(hover: hover) and (pointer: fine)'

/** What a page or a dialog begins with is no choice of the person's, who may be elsewhere by now. */
function isUntouched(focused: Element | null): boolean {
  return focused === null || focused === document.body || focused.closest('dialog') !== null
}

/** Puts the cursor into the first text field, unless the person has begun to do something else. */
export function focusSoon(within: ParentNode): () => void {
  if (!matchMedia(hasKeyboard).matches) return () => undefined
  const start = document.activeElement
  const timer = setTimeout(() => {
    const field = within.querySelector<HTMLInputElement>(textFields)
    const isFree = document.activeElement === start && isUntouched(start)
    if (isFree && field?.value === '') field.focus({ preventScroll: true })
  }, autofocusDelayMs)
  return () => clearTimeout(timer)
}
