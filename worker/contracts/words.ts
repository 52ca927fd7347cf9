/** Without case and accents: how names and searches compare. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** The words of a text, in letters and digits alone. */
export function splitWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}\p{Mc}]+/gu) ?? []
}
