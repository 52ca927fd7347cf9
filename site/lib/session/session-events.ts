type SessionEvent = 'refreshed' | 'ended'

const events = new EventTarget()

export function onSession(event: SessionEvent, react: () => void): () => void {
  events.addEventListener(event, react)
  return () => events.removeEventListener(event, react)
}

export function notifySession(event: SessionEvent): void {
  events.dispatchEvent(new Event(event))
}
