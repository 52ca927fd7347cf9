const workerBase = '/media/'
let base = workerBase

export function setMediaBase(cdnBase: string | undefined): void {
  base = cdnBase ? `${cdnBase.replace(/\/+$/, '')}/` : workerBase
}

export function mediaUrl(path: string): string {
  return base + path
}

export function workerMediaUrl(path: string): string {
  return workerBase + path
}
