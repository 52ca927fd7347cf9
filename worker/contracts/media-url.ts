const ownBase = '/media/'
let base = ownBase

/** Said once by whoever knows: the worker’s bindings, or the page that a script runs in. */
export function setMediaBase(cdnBase: string | undefined): void {
  base = cdnBase ? `${cdnBase.replace(/\/+$/, '')}/` : ownBase
}

/** The address of a stored or drawn picture: the base plus its path. */
export function mediaUrl(path: string): string {
  return base + path
}

/** The same picture where this worker serves it, whatever becomes of the CDN. */
export function ownMediaUrl(path: string): string {
  return ownBase + path
}
