export function collapseSlashes(pathname: string): string {
  return pathname.replace(/\/{2,}/g, '/')
}

export function isDecodablePath(pathname: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}
