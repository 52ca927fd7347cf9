/** French has an ordinal for the first of a month only, which the language data leave out. */
export function addFrenchOrdinal(date: string, tag: string): string {
  return tag.startsWith('fr') ? date.replace(/(^(?!1$)|\s)1(?= \p{L}|$)/u, '$11er') : date
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
