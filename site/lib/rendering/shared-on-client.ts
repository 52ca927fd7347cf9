/** On the server each request has a store of its own. */
export function createOnceOnClient<First, Store>(
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
 * `import.meta.env.SSR ? rejectServerImport() : import(…)` keeps a module out of the worker.
 * The page has to import its styles: the build leaves out what only such a module imports.
 */
export function rejectServerImport(): Promise<never> {
  return Promise.reject(new Error('this is shown by a press alone'))
}
