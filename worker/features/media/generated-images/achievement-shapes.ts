import { element, toOneDecimal } from './svg.ts'

/**
 * Parts of a glyph, around the middle of an emblem and within about 28 of it. They have no colour of
 * their own: ink is what the emblem fills and strokes with, cuts show the metal of its face.
 */

const metal = 'url(#face)'
const cutInk = { fill: metal, stroke: 'none' }

/** An area of ink. */
export function filledPath(d: string): string {
  return element('path', { d })
}

/** A line of ink. */
export function line(d: string, width = 4): string {
  return element('path', { d, fill: 'none', 'stroke-width': width })
}

/** An area that shows the metal. */
export function cutoutPath(d: string): string {
  return element('path', { d, ...cutInk })
}

/** A line that shows the metal. */
export function cutoutLine(d: string, width = 3): string {
  return element('path', { d, fill: 'none', stroke: metal, 'stroke-width': width })
}

export function disc(x: number, y: number, radius: number): string {
  return element('circle', { cx: x, cy: y, r: radius })
}

export function ring(x: number, y: number, radius: number, width = 4): string {
  return element('circle', { cx: x, cy: y, r: radius, fill: 'none', 'stroke-width': width })
}

export function cutoutDisc(x: number, y: number, radius: number): string {
  return element('circle', { cx: x, cy: y, r: radius, ...cutInk })
}

type Box = { x: number; y: number; width: number; height: number; rx?: number }

export function box(size: Box): string {
  return element('rect', size)
}

export function cutoutBox(size: Box): string {
  return element('rect', { ...size, ...cutInk })
}

type Placement = { x?: number; y?: number; scale?: number; turn?: number }

export function place({ x = 0, y = 0, scale = 1, turn = 0 }: Placement, content: string): string {
  const moved = x === 0 && y === 0 ? '' : `translate(${toOneDecimal(x)} ${toOneDecimal(y)})`
  const turned = turn === 0 ? '' : `rotate(${turn})`
  const scaled = scale === 1 ? '' : `scale(${scale})`
  return element('g', { transform: moved + turned + scaled }, content)
}

/** The same shape at even angles around the middle. */
export function repeatAroundCenter(count: number, content: string): string {
  const turns = Array.from({ length: count }, (_, index) => (360 / count) * index)
  return turns
    .map((turn) =>
      turn === 0 ? content : element('g', { transform: `rotate(${toOneDecimal(turn)})` }, content),
    )
    .join('')
}

/** The outline of a star with five points. */
export function starPath(x: number, y: number, radius: number): string {
  const corners = Array.from({ length: 10 }, (_, index) => {
    const length = index % 2 === 0 ? radius : radius * 0.45
    const angle = (index * Math.PI) / 5
    return `${toOneDecimal(x + length * Math.sin(angle))} ${toOneDecimal(y - length * Math.cos(angle))}`
  })
  return `M${corners.join('L')}z`
}

export function star(x: number, y: number, radius: number): string {
  return filledPath(starPath(x, y, radius))
}

/** The outline of a heart, `size` wide and nearly as high. */
export function heartPath(x: number, y: number, size: number): string {
  const part = (share: number) => toOneDecimal(size * share)
  return (
    `M${toOneDecimal(x)} ${toOneDecimal(y + size * 0.46)}c-${part(0.7)}-${part(0.44)}-${part(0.52)}-${part(0.94)}-${part(0.24)}-${part(0.94)}` +
    `q${part(0.18)} 0 ${part(0.24)} ${part(0.17)}q${part(0.06)}-${part(0.17)} ${part(0.24)}-${part(0.17)}` +
    `c${part(0.28)} 0 ${part(0.46)} ${part(0.5)}-${part(0.24)} ${part(0.94)}z`
  )
}

/** Head and shoulders; the shoulders end 14 below the point. */
export function person(x: number, y: number, scale = 1): string {
  return place({ x, y, scale }, disc(0, -8, 6.5) + filledPath('M-12 14q0-13 12-13t12 13z'))
}

export const bolt = 'M5-27-16 5h13L-7 27 16-7H3z'
export const flame =
  'M2-27c3 9 20 15 20 33 0 13-10 21-22 21s-22-8-22-20c0-9 5-14 9-20 1 5 3 7 6 8 1-9 3-16 9-22z'

/** Outlines of figures, each in a box that is 16 high. */
const figures: Readonly<Record<string, { d: string; width: number }>> = {
  0: { d: 'M5 0C1 0 0 4 0 8s1 8 5 8 5-4 5-8-1-8-5-8z', width: 10 },
  1: { d: 'M0 4 5 0v16', width: 5 },
  2: { d: 'M0 4.5C0-1.5 10-1.5 10 4.5 10 9 3 11 0 16h10', width: 10 },
  3: { d: 'M.5 0h9L5 6c7 0 7 10 0 10q-4 0-5-3', width: 10 },
  5: { d: 'M9.5 0h-8L1 7c3-2 9-1 9 4 0 6-8 6.5-10 2', width: 10 },
  6: { d: 'M8 0C3 3 0 7 0 11c0 6.7 10 6.7 10 0S2 5 .4 9.5', width: 10 },
  7: { d: 'M0 0h10L4 16', width: 10 },
}

type FigureStyle = { y: number; height: number; width?: number }

function figureLines(
  value: number,
  { y, height, width = 4 }: FigureStyle,
  draw: typeof line,
): string {
  const scale = height / 16
  const gap = (width / scale) * 1.75
  const shapes = [...String(value)].flatMap((figure) => figures[figure] ?? [])
  const total = shapes.reduce((sum, shape) => sum + shape.width + gap, -gap)
  let x = -total / 2
  const lines = shapes.map((shape) => {
    const moved = place({ x }, draw(shape.d, width / scale))
    x += shape.width + gap
    return moved
  })
  return place({ y: y - height / 2, scale }, lines.join(''))
}

/** A number of ink, around the middle of a line at `y`. */
export function numeral(value: number, style: FigureStyle): string {
  return figureLines(value, style, line)
}

/** A number that shows the metal. */
export function cutoutNumeral(value: number, style: FigureStyle): string {
  return figureLines(value, style, cutoutLine)
}
