import { fold, splitWords } from '#worker/contracts/words.ts'

export type HighlightPiece = { text: string; isMatch: boolean }

/** Each letter without case and accent, with where it stands in the text. */
function foldedLetters(text: string): { letter: string; start: number; end: number }[] {
  let at = 0
  return [...text].flatMap((letter) => {
    const start = at
    at += letter.length
    return [...fold(letter)].map((one) => ({ letter: one, start, end: at }))
  })
}

function isPartOfWord(letter: string | undefined): boolean {
  return letter !== undefined && /[\p{L}\p{N}]/u.test(letter)
}

/** Short words count at the beginning of one only: an “e” marked in every name says nothing. */
const anywhereFrom = 3

/** The text cut where words of the search stand in it, without regard to case and accents. */
export function splitAtMatches(text: string, search: string): HighlightPiece[] {
  const letters = foldedLetters(text)
  // One entry a letter, so that places in it are places in `letters`.
  const folded = letters.map(({ letter }) => letter)
  const marked = new Set<number>()
  for (const word of splitWords(search)) {
    const wanted = [...word]
    for (let at = 0; at + wanted.length <= folded.length; at += 1) {
      if (wanted.length < anywhereFrom && isPartOfWord(folded[at - 1])) continue
      if (!wanted.every((letter, index) => folded[at + index] === letter)) continue
      wanted.forEach((_, index) => marked.add(letters[at + index]?.start ?? -1))
    }
  }
  const pieces: HighlightPiece[] = []
  let at = 0
  for (const letter of text) {
    // An accent that is a character of its own goes with its letter.
    const isAccent = /^\p{Mn}/u.test(letter)
    const last = pieces.at(-1)
    const isMatch = isAccent ? (last?.isMatch ?? false) : marked.has(at)
    if (last?.isMatch === isMatch) last.text += letter
    else pieces.push({ text: letter, isMatch })
    at += letter.length
  }
  return pieces
}
