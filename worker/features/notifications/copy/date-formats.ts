/** Each takes tens of kilobytes. */
const mostFormats = 200
const formats = new Map<string, Intl.DateTimeFormat>()

/** Kept from mail to mail: to make a format takes a hundred times as long as to write a date with it. */
export function dateFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known) return known
  if (formats.size >= mostFormats) formats.clear()
  const format = new Intl.DateTimeFormat(tag, options)
  formats.set(key, format)
  return format
}
