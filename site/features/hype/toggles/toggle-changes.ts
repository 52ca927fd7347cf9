type Kind = 'hype' | 'follow'
type ToggleChange = { key: string | number; isOn: boolean }

const eventOf = (kind: Kind) => `changed ${kind}`

/** Of any button of the page, whoever pressed it: at once, and again if the server refuses. */
export function announceToggle(kind: Kind, detail: ToggleChange): void {
  dispatchEvent(new CustomEvent(eventOf(kind), { detail }))
}

/** Returns how to stop listening. */
export function onToggleChange(kind: Kind, listener: (change: ToggleChange) => void): () => void {
  const receive = (event: Event) => listener((event as CustomEvent<ToggleChange>).detail)
  addEventListener(eventOf(kind), receive)
  return () => removeEventListener(eventOf(kind), receive)
}
