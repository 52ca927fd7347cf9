const graphemes = new Intl.Segmenter()

/**
 * One or two letters for a name: `Jane Doe` → JD, `speedDons` → SD, `ibai` → I, `原神` → 原.
 * Initials stay what they are, so that a path may carry them instead of the name.
 */
export function initials(name: string): string {
  const whole = name.normalize('NFC').trim()
  if (/^[\p{Lu}\p{Lo}\p{N}]{2}$/u.test(whole) && /[\p{Lu}\p{N}]/u.test(whole)) return whole
  const words = whole
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  const letters = words.slice(0, 2).map(firstLetter).join('')
  return letters || firstLetter(whole) || '?'
}

function firstLetter(word: string): string {
  const [letter] = graphemes.segment(word)
  // "ß" turns into two letters in capitals: one is enough.
  const [capital] = graphemes.segment(letter?.segment.toLocaleUpperCase('en') ?? '')
  return capital?.segment ?? ''
}
