import { hsl } from './color.ts'
import type { Random } from './random.ts'
import { element, toTwoDecimals, linearGradient } from './svg.ts'

const REACH = 1500
const DEPTH = 800
const MANY = 8
/** Of how much a layer is narrowed (for the softest edge), and how clear it is. */
const LEVELS = [
  { narrowing: 0, opacity: 0.22 },
  { narrowing: 0.45, opacity: 0.24 },
  { narrowing: 0.8, opacity: 0.28 },
  { narrowing: 0.62, opacity: 0.42 },
] as const

/** A cone of light; angles in degrees from straight down, positive to the right. */
export type Beam = { x: number; y: number; angle: number; spread: number; tint: 0 | 1 | 2 }

export type BeamSet = {
  beams: readonly Beam[]
  /** From 0 (sharp beams) to 1 (soft ones). */
  edge: number
  /** What is left of the light at the bottom. */
  fade: number
}

export type Fan = {
  x: number
  y: number
  from: number
  to: number
  count: number
  spread: readonly [number, number]
}

export function fan(random: Random, { x, y, from, to, count, spread }: Fan): Beam[] {
  const step = (to - from) / count
  return Array.from({ length: count }, (_, index) => ({
    x,
    y,
    angle: from + step * (index + random.between(0.25, 0.75)),
    spread: random.between(spread[0], spread[1]),
    tint: random.pick([0, 0, 1, 2]),
  }))
}

/** Beams get soft edges by being drawn in layers, each narrower and clearer. */
export function drawBeams(prefix: string, hue: number, { beams, edge, fade }: BeamSet): string {
  const tints = [hsl(hue, 92, 62), hsl(hue + 20, 92, 60), hsl(hue - 16, 88, 76)]
  const levels = beams.length > MANY ? [LEVELS[0], LEVELS[3]] : LEVELS.slice(0, 3)
  const paths = tints.flatMap((fill, tint) =>
    levels.map(({ narrowing, opacity }) => {
      const d = wedges(
        beams.filter((beam) => beam.tint === tint),
        narrowing * edge,
      )
      return d === '' ? '' : element('path', { d, fill, 'fill-opacity': toTwoDecimals(opacity) })
    }),
  )
  const gradient = linearGradient({ id: `${prefix}t`, x2: 0, y2: 1 }, [
    [0, '#fff', 1],
    [0.45, '#fff', 0.62],
    [1, '#fff', fade],
  ])
  const shade = element('rect', { width: 1280, height: 720, fill: `url(#${prefix}t)` })
  const mask = element('mask', { id: `${prefix}m` }, shade)
  return gradient + mask + element('g', { mask: `url(#${prefix}m)` }, paths.join(''))
}

/** Beams of one lamp follow each other: after `z` the pen is back at the lamp. */
function wedges(beams: readonly Beam[], narrowing: number): string {
  return beams
    .map((beam, index) => {
      const before = beams[index - 1]
      const isSameLamp = before?.x === beam.x && before.y === beam.y
      const start = isSameLamp ? '' : `M${Math.round(beam.x)} ${Math.round(beam.y)}`
      const half = (beam.spread * (1 - narrowing)) / 2
      return `${start}L${corner(beam, beam.angle - half)} ${corner(beam, beam.angle + half)}z`
    })
    .join('')
    .replaceAll(' -', '-')
}

/** Where an edge of the beam leaves the picture, below or at a side. */
function corner({ x, y }: Beam, degrees: number): string {
  const radians = (degrees * Math.PI) / 180
  const down = Math.cos(radians)
  const reach = down > 0 ? Math.min(REACH, (DEPTH - y) / down) : REACH
  return `${Math.round(x + reach * Math.sin(radians))} ${Math.round(y + reach * down)}`
}
