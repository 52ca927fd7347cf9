import { splitWords, extractUnspacedPairs } from '#worker/contracts/words.ts'

const mostWords = 8
const longestWord = 40

export type SearchTerms = {
  words: string[]
  /** The words as one: `GP Explorer` is also written `GPExplorer`. */
  joined: string
}

/** Undefined when nothing is left to look up: signs alone are in no name's words. */
export function parseTerms(text: string): SearchTerms | undefined {
  const typed = splitWords(text).map((word) => [...word].slice(0, longestWord).join(''))
  // A lone letter at the end is a word that has just been begun.
  const isBegun = typed.length > 1 && /^\p{L}$/u.test(typed.at(-1) ?? '')
  const words = (isBegun ? typed.slice(0, -1) : typed).slice(0, mostWords)
  if (words.length === 0) return undefined
  return { words, joined: words.join('') }
}

function quoteWord(word: string): string {
  return `"${word}"`
}

/** One letter begins half of all words; scripts without spaces are searched within words too. */
function toPrefixMatch(word: string): string {
  if (word.length === 1) return quoteWord(word)
  const pairs = extractUnspacedPairs(word)
  const start = `${quoteWord(word)}*`
  return pairs.length === 0 ? start : `(${start} OR (${pairs.map(quoteWord).join(' AND ')}))`
}

/** Too many words begin like articles: behind another word, they are meant as they stand. */
const shortWord = 3

function toPrefixMatchUnlessShort(word: string, index: number, words: readonly string[]): string {
  const isLast = index === words.length - 1
  return isLast || word.length > shortWord ? toPrefixMatch(word) : quoteWord(word)
}

/** In so many names that looking them up costs more than all other words. */
const stopWords = new Set(
  'a and at d de del des du el en et for in l la las le les los of on the to un una une y'.split(
    ' ',
  ),
)

/** The last word stays: it may be the beginning of another. */
function removeStopWords(words: readonly string[]): string[] {
  return words.filter((word, index) => index === words.length - 1 || !stopWords.has(word))
}

export type SearchExpressions = {
  /** The name's first word is the first one, and all others are in it. */
  whole: string
  /** While the last word of `whole` is still being typed. */
  begins: string
  contains: string
  isShortened: boolean
  /** The words are in it as one: asked only where `contains` leaves room. */
  joined: string
  /** Names that begin like `joined`, where that is too long for the index; else null. */
  joinedStart: string | null
  /** Words of each spelling, also with letters swapped, and what finds words like them. */
  spellings: { exact: string; similar: string; parts: string[] }[][]
}

/** Letters of the longest beginnings in the index: longer ones are gathered word by word. */
const longestBeginning = 12

const firstWordMark = 'zq'

export function toSearchExpressions({ words, joined }: SearchTerms): SearchExpressions {
  const rest = words.slice(1)
  const last = rest.at(-1)
  const head = quoteWord(firstWordMark + words[0])
  const kept = removeStopWords(words)
  const all = kept.map(toPrefixMatchUnlessShort).join(' AND ')
  // Names that begin with a lone letter hold it, too.
  const isSingleLetter = joined.length === 1
  const spellings = words.length > 1 ? [words, [joined]] : [words]
  return {
    whole: [head, ...rest.map(quoteWord)].join(' AND '),
    begins:
      last === undefined
        ? `${head}*`
        : [head, ...rest.slice(0, -1).map(quoteWord), toPrefixMatch(last)].join(' AND '),
    contains: `(${all})${isSingleLetter ? ` OR ${head}*` : ''}`,
    isShortened: kept.length < words.length,
    joined: words.length > 1 ? toPrefixMatch(joined) : quoteWord(''),
    joinedStart:
      words.length > 1 && joined.length > longestBeginning
        ? toPrefixMatch(joined.slice(0, longestBeginning))
        : null,
    spellings: spellings.map((spelling) =>
      spelling.map((word, index) =>
        // In so short a word no typo is forgiven.
        word.length <= shortWord
          ? {
              exact: toPrefixMatchUnlessShort(word, index, spelling),
              similar: quoteWord(''),
              parts: [],
            }
          : {
              exact: [word, ...listLetterSwaps(word)].map(toPrefixMatch).join(' OR '),
              similar: toSimilarMatch(word),
              parts: splitTrigrams(word),
            },
      ),
    ),
  }
}

function splitTrigrams(word: string): string[] {
  const letters = [' ', ...word, ' ']
  return letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(''))
}

/** A word this short may keep only one part after a typo. */
const shortest = 4

/** One wrong, missing or doubled letter leaves two neighbouring parts, or both ends. */
function toSimilarMatch(word: string): string {
  const parts = splitTrigrams(word)
  if (parts.length <= shortest) return parts.map(quoteWord).join(' OR ')
  const pairs = parts.slice(1).map((part, index) => [parts[index] ?? part, part])
  return [...pairs, [parts[0] ?? '', parts.at(-1) ?? '']]
    .map((pair) => `(${pair.map(quoteWord).join(' AND ')})`)
    .join(' OR ')
}

/** Two letters swapped leave a short word no part in common with the right one. */
const longestSwapped = 7

function listLetterSwaps(word: string): string[] {
  const letters = [...word]
  if (letters.length < shortest || letters.length > longestSwapped) return []
  return letters
    .slice(1)
    .map((letter, index) =>
      [...letters.slice(0, index), letter, letters[index], ...letters.slice(index + 2)].join(''),
    )
}
