/** One store for every section of the page. On the server each request has its own. */
export function sharedOnClient<First, Store>(
  make: (first: First) => Store,
): (first: First) => Store {
  let shared: Store | undefined
  return (first) => {
    if (typeof document === 'undefined') return make(first)
    shared ??= make(first)
    return shared
  }
}
