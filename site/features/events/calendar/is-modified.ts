type Modifiers = { metaKey: boolean; ctrlKey: boolean; altKey: boolean; shiftKey: boolean }

/** Left to the browser, for instance to open a new tab. */
export function isModified({ metaKey, ctrlKey, altKey, shiftKey }: Modifiers): boolean {
  return metaKey || ctrlKey || altKey || shiftKey
}
