import { foldText, splitWords } from '#worker/contracts/words.ts'

export type HighlightPiece = { text: string; isMatch: boolean }

/** Without case and accents; `start` and `end` are places in the text. */
function foldLetters(text: string): { letter: string; start: number; end: number }[] {
  let position = 0
  return [...text].flatMap((letter) => {
    const start = position
    position += letter.length
    return [...foldText(letter)].map((one) => ({ letter: one, start, end: position }))
  })
}

function isPartOfWord(letter: string | undefined): boolean {
  return letter !== undefined && /[\p{L}\p{N}]/u.test(letter)
}

/** Short words count at the beginning of one only: an “e” marked in every name says nothing. */
const minLengthAnywhere = 3

export function splitAtMatches(text: string, search: string): HighlightPiece[] {
  const letters = foldLetters(text)
  // One entry a letter, so that places in it are places in `letters`.
  const folded = letters.map(({ letter }) => letter)
  const marked = new Set<number>()
  for (const word of splitWords(search)) {
    const wanted = [...word]
    for (let position = 0; position + wanted.length <= folded.length; position += 1) {
      if (wanted.length < minLengthAnywhere && isPartOfWord(folded[position - 1])) continue
      if (!wanted.every((letter, index) => folded[position + index] === letter)) continue
      wanted.forEach((_, index) => marked.add(letters[position + index]?.start ?? -1))
    }
  }
  const pieces: HighlightPiece[] = []
  let position = 0
  for (const letter of text) {
    // An accent that is a character of its own goes with its letter.
    const isAccent = /^\p{Mn}/u.test(letter)
    const last = pieces.at(-1)
    const isMatch = isAccent ? (last?.isMatch ?? false) : marked.has(position)
    if (last?.isMatch === isMatch) last.text += letter
    else pieces.push({ text: letter, isMatch })
    position += letter.length
  }
  return pieces
}
