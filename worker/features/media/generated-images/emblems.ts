import { lightestColorWithin, MAX_LUMINANCE_BEHIND_WHITE_TEXT } from './color.ts'
import { initials } from './initials.ts'
import { type Random, seededRandom } from './random.ts'
import { element, centredText, linearGradient, svgDocument } from './svg.ts'

export type AvatarInput = { id: number; name: string; size?: number }
export type EmblemInput = { id: number; name: string }

/** Leaves room for the lighter shapes drawn over the ground. */
const GROUND_LUMINANCE = 0.1
const SHAPE_LUMINANCE = MAX_LUMINANCE_BEHIND_WHITE_TEXT - 0.006

/** A streamer or member without a picture: initials on a disc. */
export function drawAvatar({ id, name, size = 96 }: AvatarInput): string {
  const random = seededRandom(`avatar ${id}`)
  const hue = random.int(0, 359)
  const prefix = `a${id}`
  const text = initials(name)
  const gradient = linearGradient({ id: `${prefix}g`, x2: 0.4, y2: 1 }, [
    [0, lightestColorWithin(hue, 62, SHAPE_LUMINANCE), 1],
    [1, lightestColorWithin(hue + random.pick([-28, 28]), 68, 0.09), 1],
  ])
  const disc = element('circle', { cx: 48, cy: 48, r: 48, fill: `url(#${prefix}g)` })
  return svgDocument(
    { width: size, height: size },
    { width: 96, height: 96 },
    gradient + disc + centredText(text, 48, 48, [...text].length > 1 ? 36 : 44),
  )
}

/** A game without a cover: a 3:4 box with a pattern and its initials. */
export function drawGame({ id, name }: EmblemInput): string {
  const size = { width: 600, height: 800 }
  const random = seededRandom(`game ${id}`)
  const hue = random.int(0, 359)
  const draw = random.pick([drawTiles, drawRings, drawPeaks, drawStripes])
  const content =
    drawCardBackground(`v${id}`, size, hue) + draw(random, size, hue) + drawSpine(size)
  return svgDocument(size, size, content + centredText(initials(name), 300, 400, 220))
}

/** A group of events without a picture: a 16:9 emblem. */
export function drawGroup({ id, name }: EmblemInput): string {
  const size = { width: 1280, height: 720 }
  const random = seededRandom(`group ${id}`)
  const hue = random.int(0, 359)
  const draw = random.pick([drawRings, drawPeaks, drawTiles, drawStripes])
  const badge = element('circle', {
    cx: 640,
    cy: 360,
    r: 190,
    fill: lightestColorWithin(hue, 55, 0.03),
    stroke: lightestColorWithin(hue + 20, 70, 0.5),
    'stroke-width': 10,
  })
  const content = drawCardBackground(`o${id}`, size, hue) + draw(random, size, hue) + badge
  return svgDocument(size, size, content + centredText(initials(name), 640, 360, 150))
}

type Size = { width: number; height: number }

function drawCardBackground(prefix: string, size: Size, hue: number): string {
  const gradient = linearGradient({ id: `${prefix}g`, x2: 0.3, y2: 1 }, [
    [0, lightestColorWithin(hue, 65, GROUND_LUMINANCE), 1],
    [1, lightestColorWithin(hue + 30, 70, 0.03), 1],
  ])
  return gradient + element('rect', { ...size, fill: `url(#${prefix}g)` })
}

/** Quarter discs and triangles on a grid. */
function drawTiles(random: Random, size: Size, hue: number): string {
  const step = size.width > size.height ? 160 : 150
  const paths: [string, string, string] = ['', '', '']
  for (let y = 0; y < size.height; y += step) {
    for (let x = 0; x < size.width; x += step) {
      const shape = random.pick([
        `M${x} ${y}h${step}a${step} ${step} 0 0 1-${step} ${step}z`,
        `M${x + step} ${y}v${step}h-${step}a${step} ${step} 0 0 1 ${step}-${step}z`,
        `M${x} ${y}l${step} ${step}h-${step}z`,
        '',
      ])
      const layer = random.pick([0, 1, 2] as const)
      paths[layer] += shape
    }
  }
  return paths.map((d, layer) => fillPath(d, hue, layer)).join('')
}

/** Rings around a point, cut at different places. */
function drawRings(random: Random, size: Size, hue: number): string {
  const x = Math.round(size.width * random.between(0.1, 0.9))
  const y = Math.round(size.height * random.between(0.05, 0.5))
  const rings = Array.from({ length: 8 }, (_, index) => {
    const radius = 60 + index * Math.round(size.height / 9)
    const dash = `${random.int(2, 6) * radius * 0.5} ${random.int(1, 3) * radius * 0.25}`
    return element('circle', {
      cx: x,
      cy: y,
      r: radius,
      'stroke-dasharray': dash,
      stroke: shade(hue, index % 3),
    })
  })
  const width = Math.round(size.height / 18)
  return element('g', { fill: 'none', 'stroke-width': width }, rings.join(''))
}

/** Ranges of mountains, each nearer and darker. */
function drawPeaks(random: Random, size: Size, hue: number): string {
  const sun = element('circle', {
    cx: Math.round(size.width * random.between(0.2, 0.8)),
    cy: Math.round(size.height * 0.26),
    r: Math.round(size.height * random.between(0.12, 0.2)),
    fill: shade(hue + 20, 0),
  })
  const ranges = [0.4, 0.56, 0.74].map((level, index) => {
    let d = `M0 ${size.height}`
    for (let x = 0; x <= size.width; x += size.width / 8) {
      d += `L${Math.round(x)} ${Math.round(size.height * (level + random.between(-0.11, 0.11)))}`
    }
    const color = lightestColorWithin(hue + index * 14, 65, 0.085 - index * 0.03)
    return element('path', { d: `${d}V${size.height}z`, fill: color })
  })
  return sun + ranges.join('')
}

/** Slanted bands of different widths. */
function drawStripes(random: Random, size: Size, hue: number): string {
  const slant = Math.round(size.height * random.pick([-0.6, -0.35, 0.35, 0.6]))
  const paths: [string, string, string] = ['', '', '']
  for (let x = -size.height; x < size.width + size.height;) {
    const width = random.int(24, 110)
    const layer = random.pick([0, 1, 2] as const)
    paths[layer] += `M${x} 0h${width}l${slant} ${size.height}h-${width}z`
    x += width + random.int(14, 90)
  }
  return paths.map((d, layer) => fillPath(d, hue, layer)).join('')
}

/** The fold of a box, so that a cover does not look like a plain card. */
function drawSpine({ height }: Size): string {
  return element('rect', { width: 22, height, fill: '#000', opacity: '.28' })
}

function fillPath(d: string, hue: number, layer: number): string {
  return d === '' ? '' : element('path', { d, fill: shade(hue, layer) })
}

/** Never lighter than white letters bear. */
function shade(hue: number, layer: number): string {
  if (layer === 0) return lightestColorWithin(hue - 18, 70, SHAPE_LUMINANCE)
  return layer === 1
    ? lightestColorWithin(hue + 12, 70, 0.12)
    : lightestColorWithin(hue + 40, 70, 0.045)
}
