type TextSelection = { start: number; end: number }
type Picture = { path: string; alt: string; width: number; height: number }

/** `alt` selects the alternative text of the inserted picture. */
export function insertPicture(
  text: string,
  { start, end }: TextSelection,
  { path, alt, width, height }: Picture,
): { text: string; alt: TextSelection } {
  const before = text.slice(0, start).trimEnd()
  const after = text.slice(end).trimStart()
  const head = before === '' ? '' : `${before}\n\n`
  // The size in the address keeps the room free while the picture loads.
  const picture = `![${alt}](/media/${path}#${width}x${height})`
  const altStart = head.length + '!['.length
  return {
    text: `${head}${picture}\n${after === '' ? '' : `\n${after}`}`,
    alt: { start: altStart, end: altStart + alt.length },
  }
}
