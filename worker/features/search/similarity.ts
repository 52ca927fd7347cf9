import { createMemo } from '#worker/contracts/memo.ts'
import { splitWords, extractUnspacedPairs } from '#worker/contracts/words.ts'
import type { SearchTerms } from './terms.ts'

const knownNames = createMemo<readonly string[]>(4_000)

/** Folding each found name anew took 10 % of the worker’s time for a search. */
function getNameWords(name: string): readonly string[] {
  return knownNames(name, () => splitWords(name))
}

function maxTyposForLength(length: number): number {
  if (length < 4) return 0
  if (length < 6) return 1
  return length < 10 ? 2 : 3
}

type TypoLimits = { allowed: number; isBeginning: boolean }
type EditDistanceRow = readonly number[]

/** `above` and `higher` are the rows of one and two letters fewer. */
function computeNextDistanceRow(
  [word, other]: [string, string],
  i: number,
  above: EditDistanceRow,
  higher: EditDistanceRow,
): number[] {
  const row = [i]
  for (let j = 1; j < above.length; j += 1) {
    const isSame = word[i - 1] === other[j - 1]
    const isSwapped = i > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1]
    const wrong = distanceAt(above, j - 1) + (isSame ? 0 : 1)
    const missing = Math.min(distanceAt(above, j), distanceAt(row, j - 1)) + 1
    row.push(Math.min(wrong, missing, isSwapped ? distanceAt(higher, j - 2) + 1 : wrong))
  }
  return row
}

function distanceAt(row: EditDistanceRow, index: number): number {
  return row[index] ?? Infinity
}

/** Each letter that the other word lacks is a typo. */
function lacksTooManyLetters(word: string, other: string, allowed: number): boolean {
  let lacking = 0
  for (const letter of word) {
    if (!other.includes(letter) && ++lacking > allowed) return true
  }
  return false
}

/** Letters wrong, missing, too many or swapped; undefined as soon as they are more than allowed. */
function countTyposBetween(word: string, other: string, { allowed, isBeginning }: TypoLimits) {
  // Further letters bring nothing nearer that is longer by more typos than allowed.
  const longest = word.length + allowed
  const isTooLong = !isBeginning && other.length > longest
  if (isTooLong || other.length < word.length - allowed) return undefined
  if (lacksTooManyLetters(word, other, allowed)) return undefined
  const width = Math.min(other.length, longest)
  let higher: EditDistanceRow = []
  let above: EditDistanceRow = Array.from({ length: width + 1 }, (_, index) => index)
  for (let i = 1; i <= word.length; i += 1) {
    const row = computeNextDistanceRow([word, other], i, above, higher)
    // Rows below come from these two, and over a swap at one typo more than `above`.
    if (Math.min(...row) > allowed && Math.min(...above) >= allowed) return undefined
    higher = above
    above = row
  }
  const typos = isBeginning ? Math.min(...above) : distanceAt(above, width)
  return typos <= allowed ? typos : undefined
}

function countTyposToNearest(word: string, others: readonly string[]): number | undefined {
  const allowed = maxTyposForLength(word.length)
  if (allowed === 0) return others.includes(word) ? 0 : undefined
  const isBeginning = word.length >= 5
  let least: number | undefined
  for (const other of others) {
    const typos = countTyposBetween(word, other, {
      allowed: (least ?? allowed + 1) - 1,
      isBeginning,
    })
    if (typos === 0) return 0
    least = typos ?? least
  }
  return least
}

function areWordsBegun(words: readonly string[], by: readonly string[]): boolean {
  return words.every((word) =>
    by.some(
      (other) =>
        other.startsWith(word) || (other.includes(word) && extractUnspacedPairs(word).length > 0),
    ),
  )
}

function countTypos({ words, joined }: SearchTerms, others: readonly string[]): number | undefined {
  const each = words.map((word) =>
    others.some((other) => other.startsWith(word)) ? 0 : countTyposToNearest(word, others),
  )
  if (each.every((typos) => typos !== undefined)) {
    return each.reduce((sum: number, typos) => sum + (typos ?? 0), 0)
  }
  return words.length > 1 ? countTyposToNearest(joined, [...others, others.join('')]) : undefined
}

/** The least first: 0 is this name, 1 begins so, 2 has all words, 3 in other names, 4 on: typos. */
export function computeSimilarity(
  terms: SearchTerms,
  name: string,
  otherNames: () => readonly string[] = () => [],
): number | undefined {
  const words = getNameWords(name)
  const joined = words.join('')
  if (joined === terms.joined) return 0
  if (words.join(' ').startsWith(terms.words.join(' ')) || joined.startsWith(terms.joined)) return 1
  if (areWordsBegun(terms.words, words)) return 2
  const others = otherNames().map(getNameWords)
  const all = [...words, ...others.flat()]
  const isWithin = [joined, ...others.map((one) => one.join(''))].some(
    (one) => terms.joined.length > 2 && one.includes(terms.joined),
  )
  if (isWithin || areWordsBegun(terms.words, all)) return 3
  const typos = countTypos(terms, all)
  return typos === undefined ? undefined : 4 + typos
}
