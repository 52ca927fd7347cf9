const workerBase = '/media/'
let base = workerBase

/** Set once: from the worker's bindings, or from the page in the browser. */
export function setMediaBase(cdnBase: string | undefined): void {
  base = cdnBase ? `${cdnBase.replace(/\/+$/, '')}/` : workerBase
}

export function mediaUrl(path: string): string {
  return base + path
}

export function workerMediaUrl(path: string): string {
  return workerBase + path
}
