import { letterOutlines } from './letter-outlines.ts'
import { renderCentredText, renderElement, toTwoDecimals } from './svg.ts'

/** Cap height of the size: how high capitals are. */
const capHeight = 0.66

export type Lettering = {
  x: number
  y: number
  /** Height of the capitals; less where the letters would be wider than `width`. */
  height: number
  width: number
  fill: string
}

/** Outlines, since a picture loads no font; letters beyond the face use the reader’s fonts. */
export function drawLetters(text: string, { x, y, height, width, fill }: Lettering): string {
  const outlines = [...text].map((letter) => letterOutlines[letter])
  const size = height / capHeight
  if (!outlines.every((outline) => outline !== undefined)) {
    return renderCentredText(text, { x, y, size: Math.min(size, width / [...text].length), fill })
  }
  let advance = 0
  const paths = outlines.map((outline) => {
    const [step = '0', ...d] = outline.split(' ')
    const path = renderElement('path', {
      d: d.join(' '),
      ...(advance > 0 && shiftAttributes(advance)),
    })
    advance += Number(step) + spacing
    return path
  })
  const scale = Math.min(size, (width * 1000) / (advance - spacing)) / 1000
  const left = toTwoDecimals(x - ((advance - spacing) * scale) / 2)
  const base = toTwoDecimals(y + (capHeight * 1000 * scale) / 2)
  const transform = `translate(${left} ${base}) scale(${scale.toFixed(4)})`
  return renderElement('g', { fill, transform }, paths.join(''))
}

/** Between capitals, in thousandths of the size. */
const spacing = 6

function shiftAttributes(x: number): { transform: string } {
  return { transform: `translate(${x})` }
}

export function measureLetters(text: string, height: number, width: number): number {
  const advances = [...text].map((letter) => Number(letterOutlines[letter]?.split(' ')[0] ?? 700))
  const sum = advances.reduce((total, advance) => total + advance + spacing, -spacing)
  return Math.min(width, (sum * height) / capHeight / 1000)
}
