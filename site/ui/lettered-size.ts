/** Sizes in hundredths of the picture's width, as the classes of lettered.css have them. */
export const letterSizes = [22, 17, 14, 12, 10, 8.4, 7, 5.6, 4.6, 3.6]
/** Where the letters stand, in the same unit. */
const rooms = {
  poster: { largest: 12, width: 86, height: 26 },
  spine: { largest: 22, width: 76, height: 112 },
  article: { largest: 10, width: 50, height: 44 },
}
export type LetteredKind = keyof typeof rooms

const lineHeight = 1.06
/** Width of a letter of the display face with its share of the ragged end of a line, of the size. */
const letterWidth = 0.53

/** Number of the class with the largest letters the text has room for; with the smallest the picture grows. */
export function letteredSize(text: string, kind: LetteredKind): number {
  const { largest, width, height } = rooms[kind]
  const pieces = text.match(piece) ?? []
  const fitting = letterSizes.findIndex((size) => {
    if (size > largest) return false
    const lines = countLines(pieces, width / (size * letterWidth))
    return lines * size * lineHeight <= height
  })
  return fitting === -1 ? letterSizes.length : fitting + 1
}

const wide = String.raw`\u1100-\u11FF\u2E80-\uFFEF\u{1F000}-\u{3FFFF}`
/** Letters of scripts without spaces: a line may end after any of them. */
const unspaced = String.raw`\u0E00-\u109F\u1780-\u17FF${wide}`
const piece = new RegExp(`[${unspaced}]\\s*|(?:[^-\\s${unspaced}]+-?|-)\\s*`, 'gu')
const wideLetter = new RegExp(`[${wide}]`, 'u')
const mark = /\p{M}/u

/** Letters from Hangul on, of Han above all, are twice as wide as Latin ones. */
function countColumns(text: string): number {
  return [...text].reduce((sum, letter) => {
    if (mark.test(letter)) return sum
    return sum + (wideLetter.test(letter) ? 2 : 1)
  }, 0)
}

/** Infinite where a word is longer than a line. */
function countLines(pieces: readonly string[], columns: number): number {
  let lines = 1
  let used = 0
  for (const text of pieces) {
    const width = countColumns(text.trimEnd())
    if (width > columns) return Infinity
    if (used + width > columns) {
      lines += 1
      used = 0
    }
    used += countColumns(text)
  }
  return lines
}
