type Modifiers = { metaKey: boolean; ctrlKey: boolean; altKey: boolean; shiftKey: boolean }

/** Meant for the browser: a new tab, a shortcut of its own. */
export function isModified({ metaKey, ctrlKey, altKey, shiftKey }: Modifiers): boolean {
  return metaKey || ctrlKey || altKey || shiftKey
}
