/**
 * Stands on the server in the place of what only a press brings: asked for as
 * `import.meta.env.SSR ? unrendered() : import(…)`, it stays out of the worker's code.
 * Its styles are then the page's to import: what only such a module imports is left out of the build.
 */
export function clientOnly(): Promise<never> {
  return Promise.reject(new Error('this is shown by a press alone'))
}
