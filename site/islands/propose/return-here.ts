const parameter = 'propose'

/** What the wizard opens with when login leads back to this page: a new proposal, or one by its id. */
type Promised = 'new' | number

function setAddress(change: (search: URLSearchParams) => void): void {
  const url = new URL(location.href)
  change(url.searchParams)
  history.replaceState(history.state, '', url)
}

export function promiseReturn(promised: Promised): void {
  setAddress((search) => search.set(parameter, String(promised)))
}

/** What was promised. The address forgets it, so that a reload opens nothing. */
export function takePromise(): Promised | undefined {
  const text = new URLSearchParams(location.search).get(parameter)
  if (text === null) return undefined
  setAddress((search) => search.delete(parameter))
  if (text === 'new') return text
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined
}
