/** Whether a path can name anything: well-formed, and without control characters once decoded. */
export function isPlainPath(pathname: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}
