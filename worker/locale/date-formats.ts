import { createMemo } from '#worker/contracts/memo.ts'

/** Each takes tens of kilobytes. */
const formats = createMemo<Intl.DateTimeFormat>(200)

/** Cached: to make a format takes a hundred times as long as to write a date with it. */
export function dateFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return formats(`${tag} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(tag, options))
}
