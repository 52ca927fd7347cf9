/** On the server each request has a store of its own. */
export function shareOnClient<First, Store>(
  make: (first: First) => Store,
): (first: First) => Store {
  let shared: Store | undefined
  return (first) => {
    if (typeof document === 'undefined') return make(first)
    shared ??= make(first)
    return shared
  }
}

/**
 * `import.meta.env.SSR ? rejectServerImport() : import(…)` keeps a module out of the worker's code.
 * Its styles are then the page's to import: what only such a module imports is left out of the build.
 */
export function rejectServerImport(): Promise<never> {
  return Promise.reject(new Error('this is shown by a press alone'))
}
