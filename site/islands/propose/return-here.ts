const parameter = 'propose'

function setAddress(change: (search: URLSearchParams) => void): void {
  const url = new URL(location.href)
  change(url.searchParams)
  history.replaceState(history.state, '', url)
}

/** Whether the wizard opens when login leads back to this page. */
export function promiseReturn(isPromised: boolean): void {
  setAddress((search) => (isPromised ? search.set(parameter, '1') : search.delete(parameter)))
}

/** Whether it was promised. The address forgets it, so that a reload opens nothing. */
export function takePromise(): boolean {
  const isPromised = new URLSearchParams(location.search).has(parameter)
  if (isPromised) promiseReturn(false)
  return isPromised
}
