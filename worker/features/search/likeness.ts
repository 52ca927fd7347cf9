import { wordsOf, type Terms } from './terms.ts'

/** How many slips a word of this length may have. */
function slipsAllowed(length: number): number {
  if (length < 4) return 0
  if (length < 6) return 1
  return length < 10 ? 2 : 3
}

/**
 * The least number of letters wrong, missing, too many or swapped with their neighbour between one
 * word and another, or the beginning of it.
 */
function slipsBetween(word: string, other: string, isBeginning: boolean): number {
  const table = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  const at = (i: number, j: number) => table[i]?.[j] ?? Infinity
  for (let i = 1; i <= word.length; i += 1) {
    const row = [i]
    table.push(row)
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = word[i - 1] === other[j - 1]
      const isSwapped = word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1]
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (isSame ? 0 : 1),
          isSwapped ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      )
    }
  }
  const last = table[word.length] ?? []
  return isBeginning ? Math.min(...last) : at(word.length, other.length)
}

/** The slips that make the word one of these, or undefined when it takes too many. */
function slipsTo(word: string, others: readonly string[]): number | undefined {
  const allowed = slipsAllowed(word.length)
  const isBeginning = word.length >= 5
  const least = Math.min(...others.map((other) => slipsBetween(word, other, isBeginning)))
  return least <= allowed ? least : undefined
}

function areBegun(words: readonly string[], by: readonly string[]): boolean {
  return words.every((word) => by.some((other) => other.startsWith(word)))
}

function slipsOf({ words, joined }: Terms, others: readonly string[]): number | undefined {
  const each = words.map((word) =>
    others.some((other) => other.startsWith(word)) ? 0 : slipsTo(word, others),
  )
  if (each.every((slips) => slips !== undefined)) {
    return each.reduce((sum: number, slips) => sum + (slips ?? 0), 0)
  }
  return words.length > 1 ? slipsTo(joined, [...others, others.join('')]) : undefined
}

/**
 * How well a thing answers a search, the least first: 0 has this very name, 1 a name that begins so,
 * 2 a name with all the words, 3 has them among its other names, from 4 on it takes so many slips.
 * Undefined: not at all.
 */
export function likenessOf(
  terms: Terms,
  name: string,
  otherNames: readonly string[] = [],
): number | undefined {
  const words = wordsOf(name)
  const joined = words.join('')
  if (joined === terms.joined) return 0
  if (words.join(' ').startsWith(terms.words.join(' ')) || joined.startsWith(terms.joined)) return 1
  if (areBegun(terms.words, words)) return 2
  const others = otherNames.map(wordsOf)
  const all = [...words, ...others.flat()]
  const isWithin = [joined, ...others.map((one) => one.join(''))].some(
    (one) => terms.joined.length > 2 && one.includes(terms.joined),
  )
  if (isWithin || areBegun(terms.words, all)) return 3
  const slips = slipsOf(terms, all)
  return slips === undefined ? undefined : 4 + slips
}
