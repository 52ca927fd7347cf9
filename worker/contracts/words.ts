/** Letters that Unicode does not decompose; the migrations of the search index replace the same. */
const plainLetters: Record<string, string> = {
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const composedLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu')

/** Without case and accents; marks of voiced kana are none, and syllables of Hangul stay whole. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{Mn}--[\u3099\u309A]]/gv, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(composedLetter, (letter) => plainLetters[letter] ?? letter)
}

const unspacedLetter =
  '[\\u3005-\\u3007\\u3041-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7a3\\uf900-\\ufaff]'
const unspacedPair = new RegExp(`(?=(${unspacedLetter}{2}))`, 'gu')

/** Han, kana and Hangul have no spaces between words. */
export function extractUnspacedPairs(word: string): string[] {
  return [...word.matchAll(unspacedPair)].map(([, pair = '']) => pair)
}

export function splitWords(text: string): string[] {
  return foldText(text).match(/[\p{L}\p{N}\p{Mc}]+/gu) ?? []
}
