type ToggleKind = 'hype' | 'follow'
type ToggleChange = { key: string | number; isOn: boolean }

const toEventName = (kind: ToggleKind) => `changed ${kind}`

/** At once when a button is pressed, and again if the server refuses. */
export function announceToggle(kind: ToggleKind, detail: ToggleChange): void {
  dispatchEvent(new CustomEvent(toEventName(kind), { detail }))
}

/** Returns the function that stops listening. */
export function onToggleChange(
  kind: ToggleKind,
  listener: (change: ToggleChange) => void,
): () => void {
  const receive = (event: Event) => listener((event as CustomEvent<ToggleChange>).detail)
  addEventListener(toEventName(kind), receive)
  return () => removeEventListener(toEventName(kind), receive)
}
