/** One store for every section of the page. On the server each request has its own. */
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
 * Stands on the server in the place of what only a press brings: asked for as
 * `import.meta.env.SSR ? unrendered() : import(…)`, it stays out of the worker's code.
 * Its styles are then the page's to import: what only such a module imports is left out of the build.
 */
export function rejectServerImport(): Promise<never> {
  return Promise.reject(new Error('this is shown by a press alone'))
}
