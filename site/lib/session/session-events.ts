type SessionEvent = 'refreshed' | 'ended'

const events = new EventTarget()

export function onSessionEvent(event: SessionEvent, react: () => void): () => void {
  events.addEventListener(event, react)
  return () => events.removeEventListener(event, react)
}

export function emitSessionEvent(event: SessionEvent): void {
  events.dispatchEvent(new Event(event))
}
