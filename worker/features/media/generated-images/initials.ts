const graphemes = new Intl.Segmenter()

/** `Jane Doe` → JD, `speedDons` → SD, `ibai` → I. Initials stay, so that a path may carry them. */
export function initials(name: string): string {
  const whole = name.normalize('NFC').trim()
  if (/^[\p{Lu}\p{Lo}\p{N}]{2}$/u.test(whole) && /[\p{Lu}\p{N}]/u.test(whole)) return whole
  const words = removeArticle(whole)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  const letters = words.slice(0, 2).map(getFirstCapital).join('')
  return letters || getFirstCapital(whole) || '?'
}

/** `The Game Awards` is known by its G, not by its T. */
function removeArticle(name: string): string {
  return name.replace(/^(?:the|le|la|les|el|los|las)\s+(?=[\p{L}\p{N}])|^l['’](?=\p{L})/iu, '')
}

/** Nothing can combine with it: told apart without the segmenter, which costs more than the rest. */
const plainLatin = /^[\x20-\x7e\xc0-\xff](?![^\x20-\xff])/

function getFirstCapital(word: string): string {
  // "ß" turns into two letters in capitals: one is enough.
  if (plainLatin.test(word)) return word.charAt(0).toUpperCase().charAt(0)
  const [letter] = graphemes.segment(word)
  const [capital] = graphemes.segment(letter?.segment.toLocaleUpperCase('en') ?? '')
  return capital?.segment ?? ''
}
