/** Widths of the display font's letters from space to tilde, in thousandths of the size. */
const widths = [
  194, 255, 341, 576, 538, 904, 678, 166, 297, 303, 426, 446, 180, 289, 209, 319, 555, 310, 518,
  515, 552, 527, 556, 446, 552, 555, 219, 201, 446, 446, 446, 377, 886, 589, 574, 572, 584, 491,
  468, 595, 596, 258, 335, 580, 431, 803, 651, 602, 556, 603, 574, 546, 485, 594, 573, 850, 595,
  571, 483, 301, 322, 301, 505, 501, 283, 508, 544, 496, 544, 500, 350, 517, 536, 246, 256, 516,
  244, 803, 536, 522, 544, 544, 386, 477, 344, 531, 505, 770, 515, 519, 449, 313, 235, 308, 446,
]
const widest = 700

/** Width in the display font, in thousandths of the size; accents add nothing. */
export function measureText(text: string): number {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '')
  return [...plain].reduce((sum, letter) => {
    return sum + (widths[(letter.codePointAt(0) ?? 0) - 32] ?? widest)
  }, 0)
}

/** Fancy letters become plain ones; what is left of other scripts and emoji is dropped. */
export function toRenderableText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[^\u0020-\u007E\u00A0-\u017F\u0218-\u021B–—‘’‚“”„†•…‹›€™←→]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

export type FittedText = { lines: string[]; size: number }

/** The text in the largest of the sizes in which it fits; cut with an ellipsis where none does. */
export function fitLines(text: string, sizes: readonly number[], box: TextBox): FittedText {
  for (const size of sizes) {
    const lines = wrapText(text, (box.width * 1000) / size)
    if (lines.length <= box.lines) return { lines, size }
  }
  const size = sizes.at(-1) ?? 0
  const room = (box.width * 1000) / size
  const lines = wrapText(text, room).slice(0, box.lines)
  return {
    lines: lines.map((line, index) => (index < box.lines - 1 ? line : truncateLine(line, room))),
    size,
  }
}

type TextBox = { width: number; lines: number }

/** Breaks between words; a word longer than a line is broken where the line ends. */
function wrapText(text: string, room: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((unbrokenWord) => splitLongWord(unbrokenWord, room))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measureText(longer) > room && line !== '') {
      lines.push(line)
      line = word
    } else {
      line = longer
    }
  }
  return line === '' ? lines : [...lines, line]
}

function splitLongWord(word: string, room: number): string[] {
  if (measureText(word) <= room) return [word]
  const found: string[] = ['']
  for (const letter of word) {
    const last = found.length - 1
    if (measureText(found[last] + letter) > room) found.push(letter)
    else found[last] += letter
  }
  return found
}

function truncateLine(line: string, room: number): string {
  let fittingLine = line
  while (fittingLine !== '' && measureText(`${fittingLine}…`) > room)
    fittingLine = fittingLine.slice(0, -1)
  return `${fittingLine.replace(/[\s,.:;–—-]+$/u, '')}…`
}
