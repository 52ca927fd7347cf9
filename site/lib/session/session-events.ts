type SessionEvent = 'refreshed' | 'ended'

const events = new EventTarget()

/** Whatever must know that the tokens are new, or be kept before the page leaves for login. */
export function onSession(event: SessionEvent, react: () => void): () => void {
  events.addEventListener(event, react)
  return () => events.removeEventListener(event, react)
}

export function notifySession(event: SessionEvent): void {
  events.dispatchEvent(new Event(event))
}
