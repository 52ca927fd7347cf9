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

/** Letters that the fonts of cards have. */
const writable = /^[\u0020-\u007E\u00A0-\u017F\u0218-\u021B–—‘’‚“”„†•…‹›€™←→]+$/

/** The text with plain letters for fancy ones; undefined where a card cannot write all of it. */
export function findWritableText(text: string): string | undefined {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s\p{Zs}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .trim()
  return writable.test(plain) ? plain : undefined
}

export type FittedText = { lines: string[]; size: number }
export const lineHeight = 1.06

/** The whole text in the largest of the sizes in which it fits; undefined where none does. */
export function fitText(
  text: string,
  sizes: readonly number[],
  { width, height }: { width: number; height: number },
): FittedText | undefined {
  for (const size of sizes) {
    const lines = wrapText(text, (width * 1000) / size)
    if (lines && lines.length * size * lineHeight <= height) return { lines, size }
  }
  return undefined
}

/** Breaks between words; undefined where a word is longer than a line. */
function wrapText(text: string, room: number): string[] | undefined {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (measureText(word) > room) return undefined
    const longer = line === '' ? word : `${line} ${word}`
    if (measureText(longer) > room) {
      lines.push(line)
      line = word
    } else {
      line = longer
    }
  }
  return [...lines, line]
}
