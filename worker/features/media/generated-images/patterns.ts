import type { Palette } from './palette.ts'
import type { Random } from './random.ts'
import { renderElement, toOneDecimal } from './svg.ts'

export type Size = { width: number; height: number }
type PatternRenderer = (random: Random, size: Size, shapes: Palette['shapes']) => string

export function drawPattern(random: Random, size: Size, palette: Palette): string {
  const draw = random.pick<PatternRenderer>([
    drawTiles,
    drawRings,
    drawPeaks,
    drawStripes,
    drawBeams,
    drawDots,
    drawWaves,
  ])
  return draw(random, size, palette.shapes)
}

function drawTiles(random: Random, size: Size, shapes: Palette['shapes']): string {
  const step = Math.min(size.width, size.height) / 4
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
  return fillPaths(paths, shapes)
}

function drawRings(random: Random, size: Size, shapes: Palette['shapes']): string {
  const x = Math.round(size.width * random.pick([0.04, 0.22, 0.78, 0.96]))
  const y = Math.round(size.height * random.between(0.05, 0.95))
  const step = size.height / random.pick([5, 6, 8])
  const rings = Array.from({ length: 9 }, (_, index) =>
    renderElement('circle', {
      cx: x,
      cy: y,
      r: step * (index + 0.6),
      stroke: shapes[index % 3] ?? shapes[0],
    }),
  )
  return renderElement('g', { fill: 'none', 'stroke-width': step * 0.46 }, rings.join(''))
}

function drawPeaks(random: Random, size: Size, shapes: Palette['shapes']): string {
  const sun = renderElement('circle', {
    cx: Math.round(size.width * random.pick([0.18, 0.3, 0.7, 0.82])),
    cy: Math.round(size.height * random.between(0.26, 0.4)),
    r: Math.round(size.height * random.between(0.2, 0.32)),
    fill: shapes[0],
  })
  const ranges = [0.5, 0.72].map((level, index) => {
    let d = `M0 ${size.height}`
    for (let x = 0; x <= size.width; x += size.width / 6) {
      const y = size.height * (level + random.between(-0.15, 0.15))
      d += `L${Math.round(x)} ${Math.round(y)}`
    }
    return renderElement('path', {
      d: `${d}V${size.height}z`,
      fill: shapes[index + 1] ?? shapes[2],
    })
  })
  return sun + ranges.join('')
}

function drawStripes(random: Random, size: Size, shapes: Palette['shapes']): string {
  const slant = Math.round(size.height * random.pick([-0.6, -0.35, 0.35, 0.6]))
  const unit = size.height / 7
  const paths: [string, string, string] = ['', '', '']
  for (let x = -size.height; x < size.width + size.height;) {
    const width = Math.round(unit * random.between(0.35, 1.5))
    const layer = random.pick([0, 1, 2] as const)
    paths[layer] += `M${x} 0h${width}l${slant} ${size.height}h-${width}z`
    x += width + Math.round(unit * random.between(0.3, 1.2))
  }
  return fillPaths(paths, shapes)
}

function drawBeams(random: Random, size: Size, shapes: Palette['shapes']): string {
  const paths: [string, string, string] = ['', '', '']
  const x = size.width * random.pick([0.15, 0.38, 0.62, 0.85])
  const count = random.int(6, 9)
  const step = (size.width * 2.6) / count
  for (let index = 0; index < count; index++) {
    const foot = x - size.width * 1.3 + step * index
    const width = step * random.between(0.35, 0.7)
    paths[random.pick([0, 0, 1, 2] as const)] +=
      `M${Math.round(x)} ${Math.round(-size.height * 0.1)}` +
      `L${Math.round(foot)} ${Math.round(size.height * 1.1)}h${Math.round(width)}z`
  }
  return fillPaths(paths, shapes)
}

function drawDots(random: Random, size: Size, shapes: Palette['shapes']): string {
  const step = size.height / 7
  const [isRight, isBottom] = [random.chance(0.5), random.chance(0.5)]
  const layer = random.pick([0, 1, 2] as const)
  let d = ''
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column * step < size.width + step; column++) {
      const x = column * step + (row % 2 ? step / 2 : 0)
      const y = row * step
      const reach = (isRight ? x / size.width : 1 - x / size.width) * 0.6
      const depth = (isBottom ? y / size.height : 1 - y / size.height) * 0.4
      const radius = step * 0.56 * Math.min(1, Math.max(0, reach + depth))
      if (radius < step * 0.14) continue
      const [left, across] = [toOneDecimal(x - radius), toOneDecimal(2 * radius)]
      const arc = `a${toOneDecimal(radius)} ${toOneDecimal(radius)} 0 1 0 `
      d += `M${left} ${toOneDecimal(y)}${arc}${across} 0${arc}-${across} 0`
    }
  }
  return renderElement('path', { d, fill: shapes[layer] })
}

function drawWaves(random: Random, size: Size, shapes: Palette['shapes']): string {
  const swing = size.height * random.between(0.12, 0.24) * random.pick([-1, 1])
  return [0.3, 0.55, 0.8]
    .map((level, index) => {
      const y = Math.round(size.height * (level + random.between(-0.06, 0.06)))
      const [quarter, half] = [Math.round(size.width / 4), Math.round(size.width / 2)]
      const up = Math.round(swing * (index % 2 ? -1 : 1))
      const d = `M0 ${y}q${quarter} ${-2 * up} ${half} 0t${half} 0V${size.height}H0z`
      return renderElement('path', { d, fill: shapes[index] ?? shapes[0] })
    })
    .join('')
}

function fillPaths(paths: [string, string, string], shapes: Palette['shapes']): string {
  return paths
    .map((d, layer) =>
      d === '' ? '' : renderElement('path', { d, fill: shapes[layer] ?? shapes[0] }),
    )
    .join('')
}
