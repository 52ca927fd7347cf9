export const proposeParameter = 'propose'

/** The wizard to open after signing in: a new proposal, or one by its id. */
type Reopened = 'new' | number

function setAddress(change: (search: URLSearchParams) => void): void {
  const url = new URL(location.href)
  change(url.searchParams)
  history.replaceState(history.state, '', url)
}

export function saveReturnUrl(proposal: Reopened): void {
  setAddress((search) => search.set(proposeParameter, String(proposal)))
}

/** Removes the parameter, so that a reload does not open the wizard. */
export function takeReturnUrl(): Reopened | undefined {
  const text = new URLSearchParams(location.search).get(proposeParameter)
  if (text === null) return undefined
  setAddress((search) => search.delete(proposeParameter))
  if (text === 'new') return text
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : undefined
}
