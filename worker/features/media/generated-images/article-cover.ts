import { hslToHex, findLightestColor } from './color.ts'
import { type Random, createSeededRandom } from './random.ts'
import {
  renderElement,
  renderLinearGradient,
  renderSvgDocument,
  renderRadialGradient,
  toOneDecimal,
} from './svg.ts'

const size = { width: 1280, height: 720 }

export function drawArticleCover(id: number): string {
  const random = createSeededRandom(`article ${id}`)
  const hue = random.int(0, 359)
  const prefix = `t${id}`
  // The print stands on this side; the screen takes the other.
  const side: CoverSide = random.pick([1, -1])
  const sheets = [
    { x: 300, y: 210, turn: random.between(-15, -9), shade: 0.045 },
    { x: random.int(560, 660), y: 120, turn: random.between(3, 8), shade: 0.085 },
  ].map((sheet) =>
    drawSheet(random, hue, {
      ...sheet,
      x: placeOnSide(side, sheet.x, 440),
      turn: side * sheet.turn,
    }),
  )
  return renderSvgDocument(
    size,
    size,
    drawCardBackground(prefix, hue) +
      drawRays(random, hue, side) +
      sheets.join('') +
      drawScreen(random, { prefix, hue, side }),
  )
}

type CoverSide = 1 | -1

function placeOnSide(side: CoverSide, x: number, width: number): number {
  return side === 1 ? x : size.width - width - x
}

function drawCardBackground(prefix: string, hue: number): string {
  const ground = renderLinearGradient({ id: `${prefix}g`, x2: 0.2, y2: 1 }, [
    [0, hslToHex(hue, 55, 19), 1],
    [1, hslToHex(hue + 34, 60, 8), 1],
  ])
  return ground + renderElement('rect', { ...size, fill: `url(#${prefix}g)` })
}

function drawRays(random: Random, hue: number, side: CoverSide): string {
  const x = placeOnSide(side, random.int(880, 1180), 0)
  const rays = [-620, -330, -40, 220].map((reach) => {
    const foot = x + side * reach * 1.5 + random.between(-60, 60)
    const width = random.between(120, 240)
    const d = `M${x} -40L${toOneDecimal(foot)} 760h${toOneDecimal(width)}z`
    return renderElement('path', { d })
  })
  return renderElement(
    'g',
    { fill: findLightestColor(hue + 24, 80, 0.32), opacity: '.17' },
    rays.join(''),
  )
}

type SheetPlacement = { x: number; y: number; turn: number; shade: number }

function drawSheet(random: Random, hue: number, { x, y, turn, shade }: SheetPlacement): string {
  const page = renderElement('rect', {
    width: 440,
    height: 620,
    rx: 18,
    fill: findLightestColor(hue + 8, 42, shade),
    stroke: findLightestColor(hue + 8, 45, shade * 2.2),
    'stroke-width': 3,
  })
  const headline = [0, 1].map((row) =>
    renderElement('rect', {
      x: 40,
      y: 46 + row * 52,
      width: row === 0 ? 360 : random.int(150, 290),
      height: 30,
      rx: 8,
    }),
  )
  const lines = Array.from({ length: 7 }, (_, row) =>
    renderElement('rect', {
      x: 40,
      y: 190 + row * 38,
      width: row % 4 === 3 ? random.int(90, 220) : random.int(300, 360),
      height: 12,
      rx: 6,
    }),
  )
  const print =
    renderElement('g', { fill: findLightestColor(hue + 18, 60, shade * 4.6) }, headline.join('')) +
    renderElement('g', { fill: findLightestColor(hue + 8, 38, shade * 2.6) }, lines.join(''))
  return renderElement(
    'g',
    { transform: `translate(${x} ${y}) rotate(${toOneDecimal(turn)})` },
    page + print,
  )
}

type ScreenStyle = { prefix: string; hue: number; side: CoverSide }

function drawScreen(random: Random, { prefix, hue, side }: ScreenStyle): string {
  const angle = toOneDecimal(side * random.between(-7, -2))
  const accent = hue + random.pick([150, 180, 210])
  const glow = renderRadialGradient({ id: `${prefix}r` }, [
    [0, findLightestColor(accent, 80, 0.3), 0.6],
    [1, findLightestColor(accent, 80, 0.3), 0],
  ])
  const halo = renderElement('ellipse', {
    cx: 190,
    cy: 122,
    rx: 380,
    ry: 270,
    fill: `url(#${prefix}r)`,
  })
  const screen = renderElement('rect', {
    width: 380,
    height: 244,
    rx: 26,
    fill: findLightestColor(accent, 62, 0.11),
    stroke: findLightestColor(accent, 75, 0.42),
    'stroke-width': 6,
  })
  const play = renderElement('path', {
    d: 'M156 76v92l80-46z',
    fill: findLightestColor(accent, 70, 0.72),
    stroke: findLightestColor(accent, 70, 0.72),
    'stroke-width': 14,
    'stroke-linejoin': 'round',
  })
  const x = placeOnSide(side, random.int(150, 260), 380)
  const transform = `translate(${x} ${random.int(290, 350)}) rotate(${angle})`
  return glow + renderElement('g', { transform: transform }, halo + screen + play)
}
