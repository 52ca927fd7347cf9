import { hsl, lightestColorWithin, MAX_LUMINANCE_BEHIND_WHITE_TEXT } from './color.ts'
import type { Random } from './random.ts'
import { element, toOneDecimal } from './svg.ts'

type Row = { y: number; size: number; arms: number; color: string; rim: number }
type Shapes = { people: string; arms: string; sticks: string }

const NECK = 52

/**
 * People seen from behind, as strokes with round caps: a head is a dot, a body a thick line.
 * Text lies over them, so nothing here may be lighter than white text bears.
 */
export function drawCrowd(prefix: string, hue: number, random: Random, scale: number): string {
  const rows: Row[] = [
    { y: 640, size: 0.78, arms: 0.32, color: hsl(hue, 50, 6), rim: 0.1 },
    { y: 668, size: 1.08, arms: 0.36, color: hsl(hue, 45, 3.5), rim: 0.12 },
  ]
  const light = lightestColorWithin(hue + 24, 95, MAX_LUMINANCE_BEHIND_WHITE_TEXT - 0.008)
  const sticks = { stroke: light, 'stroke-linecap': 'round' }
  return rows
    .map((row, index) => {
      const placed = { ...row, size: row.size * scale, y: 720 - (720 - row.y) * scale }
      const shapes = standPeople(random, placed)
      const id = `${prefix}c${index}`
      const rim = {
        href: `#${id}`,
        y: toOneDecimal(-2.5 * scale),
        stroke: lightestColorWithin(hue, 75, row.rim),
      }
      return (
        element('defs', {}, drawPeople(id, shapes, placed.size)) +
        element('use', rim) +
        element('path', { ...sticks, d: shapes.sticks, 'stroke-width': 8 * placed.size }) +
        element('use', { href: `#${id}`, stroke: row.color })
      )
    })
    .join('')
}

/** One line per person, drawn twice: its first point as the head, the rest as the body. */
function drawPeople(id: string, { people, arms }: Shapes, size: number): string {
  const line = `${id}p`
  const round = { id, fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
  const lines = element('defs', {}, element('path', { id: line, d: people }))
  const body = {
    href: `#${line}`,
    'stroke-width': 66 * size,
    'stroke-dasharray': '300 999',
    'stroke-dashoffset': -NECK * size,
  }
  const head = { href: `#${line}`, 'stroke-width': 36 * size, 'stroke-dasharray': '0 999' }
  const shapes =
    element('use', body) +
    element('use', head) +
    element('path', { d: arms, 'stroke-width': 14 * size })
  return element('g', round, lines + shapes)
}

function standPeople(random: Random, row: Row): Shapes {
  const shapes: Shapes = { people: '', arms: '', sticks: '' }
  let x = random.between(-30, 20)
  while (x < 1310) {
    const size = row.size * random.between(0.94, 1.08)
    const y = row.y + random.between(-16, 16) * row.size
    shapes.people += `M${Math.round(x)} ${Math.round(y)}v300`
    if (random.chance(row.arms))
      raiseArm(random, shapes, { x, y, size, side: random.pick([-1, 1]) })
    else if (random.chance(0.1)) {
      raiseArm(random, shapes, { x, y, size, side: -1 })
      raiseArm(random, shapes, { x, y, size, side: 1 })
    }
    x += random.between(70, 104) * row.size
  }
  return shapes
}

type Shoulder = { x: number; y: number; size: number; side: -1 | 1 }

function raiseArm(random: Random, shapes: Shapes, { x, y, size, side }: Shoulder): void {
  const elbow = [side * random.between(8, 16) * size, -random.between(34, 42) * size] as const
  const hand = [side * random.between(-20, 8) * size, -random.between(36, 48) * size] as const
  const shoulder = [x + side * 26 * size, y + 40 * size] as const
  shapes.arms += line(shoulder, elbow, hand)
  if (!random.chance(0.42)) return
  const held = [shoulder[0] + elbow[0] + hand[0], shoulder[1] + elbow[1] + hand[1]] as const
  const tip = [side * random.between(-8, 20) * size, -random.between(34, 46) * size] as const
  shapes.sticks += line(held, tip)
}

type Point = readonly [number, number]

function line(start: Point, ...steps: Point[]): string {
  const [from = '', ...rest] = [start, ...steps].map(
    ([x, y]) => `${Math.round(x)} ${Math.round(y)}`,
  )
  return `M${from}l${rest.join(' ')}`.replaceAll(' -', '-')
}
