import type { Palette } from './palette.ts'
import { createSeededRandom, type Random } from './random.ts'
import { renderElement, renderLinearGradient, type Size } from './svg.ts'

type PatternRenderer = (random: Random, size: Size, shapes: Palette['shapes']) => string

/** The ground of a subject with its pattern, which is denser on the right: words stand on the left. */
export function drawGround(seed: number, size: Size, { ground, shapes }: Palette): string {
  const random = createSeededRandom(`ground ${seed}`)
  const draw = random.pick<PatternRenderer>([drawArcs, drawWaves, drawStripes, drawDots, drawTiles])
  const id = `g${seed.toString(36)}`
  const gradient = renderLinearGradient({ id, x2: 0.35, y2: 1 }, [
    [0, ground[0], 1],
    [1, ground[1], 1],
  ])
  const plain = renderElement('rect', { ...size, fill: `url(#${id})` })
  return gradient + plain + draw(random, size, shapes)
}

function drawArcs(random: Random, { width, height }: Size, shapes: Palette['shapes']): string {
  const step = height / random.pick([5, 6, 8])
  const at = { cx: width * random.pick([0.86, 0.95, 1]), cy: height * random.pick([0.1, 0.95, 1]) }
  const arcs = Array.from({ length: 9 }, (_, index) =>
    renderElement('circle', { ...at, r: step * (index + 0.7), stroke: shapes[index % 2 ? 1 : 0] }),
  )
  return renderElement('g', { fill: 'none', 'stroke-width': step * 0.5 }, arcs.join(''))
}

function drawWaves(random: Random, { width, height }: Size, shapes: Palette['shapes']): string {
  const [quarter, half] = [Math.round(width / 4), Math.round(width / 2)]
  const swing = Math.round(height * random.between(0.16, 0.28) * random.pick([-1, 1]))
  const step = height * random.between(0.15, 0.2)
  const waves = Array.from({ length: 5 }, (_, index) => {
    const d = `M${-quarter} ${Math.round(step * (index * 1.1 + 0.6))}q${quarter} ${-swing} ${half} 0t${half} 0t${half} 0`
    return renderElement('path', { d, stroke: shapes[index % 2 ? 1 : 0] })
  })
  return renderElement('g', { fill: 'none', 'stroke-width': step * 0.5 }, waves.join(''))
}

function drawStripes(random: Random, { width, height }: Size, shapes: Palette['shapes']): string {
  const slant = Math.round(height * random.pick([-0.55, 0.55]))
  const unit = height / 9
  const paths = ['', '']
  for (let x = width * random.between(0.3, 0.45); x < width * 1.6;) {
    const stripe = Math.round(unit * random.between(0.5, 1.7))
    paths[random.int(0, 1)] += `M${Math.round(x)} 0h${stripe}l${-slant} ${height}h-${stripe}z`
    x += stripe + unit * random.between(0.4, 1)
  }
  return paths.map((d, index) => renderElement('path', { d, fill: shapes[index] ?? '' })).join('')
}

function drawDots(random: Random, { width, height }: Size, shapes: Palette['shapes']): string {
  const step = height / 7
  const isBottom = random.chance(0.5)
  let d = ''
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column * step < width + step; column++) {
      const [x, y] = [column * step + (row % 2 ? step / 2 : 0), row * step]
      const depth = isBottom ? y / height : 1 - y / height
      const radius = Math.round(step * 0.52 * Math.min(1, (x / width) * 0.75 + depth * 0.35))
      if (radius < step * 0.12) continue
      const arc = `a${radius} ${radius} 0 1 0 `
      d += `M${Math.round(x) - radius} ${Math.round(y)}${arc}${2 * radius} 0${arc}-${2 * radius} 0`
    }
  }
  return renderElement('path', { d, fill: shapes[0] })
}

function drawTiles(random: Random, { width, height }: Size, shapes: Palette['shapes']): string {
  const step = Math.round(height / 4)
  const paths = ['', '']
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step) {
      // Toward the right there are more of them.
      if (!random.chance(0.2 + (0.75 * x) / width)) continue
      paths[random.int(0, 1)] += random.pick([
        `M${x} ${y}h${step}a${step} ${step} 0 0 1-${step} ${step}z`,
        `M${x + step} ${y}v${step}h-${step}a${step} ${step} 0 0 1 ${step}-${step}z`,
        `M${x} ${y}v${step}h${step}a${step} ${step} 0 0 0-${step}-${step}z`,
      ])
    }
  }
  return paths.map((d, index) => renderElement('path', { d, fill: shapes[index] ?? '' })).join('')
}
