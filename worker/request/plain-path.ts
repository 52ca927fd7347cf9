export function withoutEmptyParts(pathname: string): string {
  return pathname.replace(/\/{2,}/g, '/')
}

/** Well-formed, and without control characters once decoded. */
export function isPlainPath(pathname: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}
