import { hsl } from './color.ts'
import { element, toOneDecimal } from './svg.ts'
import type { Random } from './random.ts'

/** Above this line nothing is written over the picture. */
const TEXT_TOP = 470

export function hearts({ prefix, hue, random, isThumb }: PosterCanvas, count: number): string {
  const heart = element('path', {
    id: `${prefix}e`,
    d: 'M0 30C-44 0-32-34-12-30-4-28 0-20 0-16 0-20 4-28 12-30 32-34 44 0 0 30z',
  })
  const copies = Array.from({ length: count }, (_, index) => {
    const scale = random.between(0.35, 1.5) * (isThumb ? 2 : 1)
    const place = `${Math.round((1240 / count) * (index + random.between(0.1, 0.9)))} ${random.int(60, 400)}`
    return element('use', {
      href: `#${prefix}e`,
      transform: `translate(${place})rotate(${random.int(-18, 18)})scale(${toOneDecimal(scale)})`,
      opacity: String(Math.round(random.between(25, 75)) / 100),
    })
  })
  return element('defs', {}, heart) + element('g', { fill: hsl(hue - 6, 100, 78) }, copies.join(''))
}

export function streaks(
  { hue, random, isThumb }: PosterCanvas,
  side: number,
  count: number,
): string {
  const d = Array.from({ length: count }, () => {
    const length = random.int(70, 260)
    return `M${random.int(0, 1280)} ${random.int(30, TEXT_TOP)}l${side * length} ${Math.round(length * 0.62)}`
  })
  return element('path', {
    d: d.join(''),
    stroke: hsl(hue, 100, 82),
    'stroke-width': isThumb ? 7 : 3,
    'stroke-linecap': 'round',
    opacity: '.55',
  })
}

export function truss({ hue, isThumb }: PosterCanvas): string {
  const step = isThumb ? 160 : 80
  const zigzag = Array.from({ length: 1280 / step }, () => `${step / 2} 44 ${step / 2}-44`)
  const dark = hsl(hue, 45, 6)
  const bars = element('path', {
    d: `M0 22h1280M0 66h1280M0 22l${zigzag.join(' ')}`,
    fill: 'none',
    stroke: dark,
    'stroke-width': isThumb ? 14 : 9,
  })
  return bars
}

export function sparkles({ prefix, hue, random, isThumb }: PosterCanvas, count: number): string {
  const star = element('path', {
    id: `${prefix}k`,
    d: 'M0-20Q2-2 20 0 2 2 0 20-2 2-20 0-2-2 0-20z',
  })
  const copies = Array.from({ length: count }, () => {
    const scale = random.between(0.5, 1.7) * (isThumb ? 2.4 : 1)
    return element('use', {
      href: `#${prefix}k`,
      transform: `translate(${random.int(40, 1240)} ${random.int(40, 430)})scale(${toOneDecimal(scale)})`,
    })
  })
  const group = { fill: hsl(hue, 100, 88), opacity: '.85' }
  return element('defs', {}, star) + element('g', group, copies.join(''))
}

export function screen({ prefix, hue, random }: PosterCanvas): string {
  const width = random.int(500, 580)
  const height = Math.round(width * 0.5)
  const x = 640 - width / 2
  const y = 96
  const gradient = `<linearGradient id="${prefix}v" x2="1" y2="1"><stop stop-color="${hsl(hue + 30, 95, 80)}"/><stop offset="1" stop-color="${hsl(hue - 40, 85, 52)}"/></linearGradient>`
  const frame = element('rect', {
    x: x - 10,
    y: y - 10,
    width: width + 20,
    height: height + 20,
    rx: 14,
    fill: hsl(hue, 50, 6),
  })
  const panel = element('rect', { x, y, width, height, rx: 6, fill: `url(#${prefix}v)` })
  const middle = y + height / 2
  const sign = element('path', {
    d: `M610 ${middle - 44}l76 44-76 44z`,
    fill: hsl(hue, 60, 14),
    stroke: hsl(hue, 60, 14),
    'stroke-width': 14,
    'stroke-linejoin': 'round',
    opacity: '.85',
  })
  const cables = element('path', {
    d: `M${x + 60}-2v88M${x + width - 60}-2v88`,
    stroke: hsl(hue, 50, 6),
    'stroke-width': 5,
  })
  return gradient + cables + frame + panel + sign
}

export function confetti({ hue, random, isThumb }: PosterCanvas, count: number): string {
  const size = isThumb ? 2 : 1
  return [hue - 40, hue + 26, hue + 150]
    .map((color) => {
      const d = Array.from({ length: Math.ceil(count / 3) }, () => {
        const [dx, dy] = [random.int(-14, 14), random.int(4, 14)]
        return `M${random.int(10, 1270)} ${random.int(20, 440)}l${dx * size} ${dy * size}`.replace(
          ' -',
          '-',
        )
      })
      return element('path', {
        d: d.join(''),
        stroke: hsl(color, 95, 70),
        'stroke-width': 9 * size,
        opacity: '.8',
      })
    })
    .join('')
}

export function floodlights({ hue, isThumb }: PosterCanvas, y: number): string {
  const [columns, rows] = isThumb ? [3, 2] : [5, 3]
  const step = isThumb ? 44 : 30
  const bank = (x: number) =>
    Array.from({ length: columns * rows }, (_, index) => {
      const column = (index % columns) - (columns - 1) / 2
      const row = Math.floor(index / columns) - (rows - 1) / 2
      return `M${toOneDecimal(x + column * step)} ${toOneDecimal(y + row * step)}h0`
    }).join('')
  const lamps = element('path', {
    d: bank(190) + bank(1090),
    stroke: hsl(hue, 100, 94),
    'stroke-width': step * 0.72,
    'stroke-linecap': 'round',
  })
  const masts = element('path', {
    d: `M190 ${toOneDecimal(y)}v520M1090 ${toOneDecimal(y)}v520`,
    stroke: hsl(hue, 45, 6),
    'stroke-width': 12,
  })
  const width = (columns + 0.4) * step
  const panels = element('path', {
    d: `M${toOneDecimal(190 - width / 2)} ${toOneDecimal(y)}h${toOneDecimal(width)}M${toOneDecimal(1090 - width / 2)} ${toOneDecimal(y)}h${toOneDecimal(width)}`,
    stroke: hsl(hue, 45, 9),
    'stroke-width': (rows + 0.4) * step,
  })
  const roof = element('path', {
    d: 'M0 560Q640 400 1280 560V720H0z',
    fill: hsl(hue, 60, 10),
    opacity: '.55',
  })
  return roof + masts + panels + lamps
}

export function equalizer({ hue, random }: PosterCanvas, count: number): string {
  const step = 1280 / count
  const d = Array.from({ length: count }, (_, index) => {
    const swell = 0.45 + 0.55 * Math.sin((index / (count - 1)) * Math.PI)
    const height = random.between(50, 210) * swell
    return `M${Math.round(step * (index + 0.5))} 640v-${Math.round(height + 60)}`
  })
  return element('path', {
    d: d.join(''),
    stroke: hsl(hue - 30, 95, 66),
    'stroke-width': step * 0.55,
    'stroke-linecap': 'round',
    opacity: '.5',
  })
}

export function skyline({ hue, random, isThumb }: PosterCanvas): string {
  let outline = 'M0 720'
  let windows = ''
  const scale = isThumb ? 1.7 : 1
  for (let x = 0; x < 1280;) {
    const width = Math.round(random.between(56, 120) * scale)
    const top = random.int(300, 500) - (isThumb ? 110 : 0)
    outline += `L${x} ${top}h${width}`
    for (let y = top + 24; y < TEXT_TOP + 60; y += 34) {
      if (random.chance(0.6))
        windows += `M${Math.round(x + width * random.pick([0.25, 0.5, 0.7]))} ${y}v14`
    }
    x += width
  }
  const lights = element('path', {
    d: windows,
    stroke: hsl(hue + 50, 95, 74),
    'stroke-width': 9 * scale,
    opacity: '.8',
  })
  return element('path', { d: `${outline}V720z`, fill: hsl(hue, 55, 8) }) + lights
}

export function clock({ hue, random, isThumb }: PosterCanvas, x: number, y: number): string {
  const color = hsl(hue, 95, 80)
  const rings = [120, 190, 260].map((radius, index) => {
    const length = 2 * Math.PI * radius
    const part = random.between(0.35, 0.85)
    return element('circle', {
      cx: x,
      cy: y,
      r: radius,
      'stroke-width': (isThumb ? 22 : 14) - index * 3,
      'stroke-dasharray': `${Math.round(length * part)} ${Math.round(length)}`,
      transform: `rotate(-90 ${x} ${y})`,
      opacity: String(0.9 - index * 0.22),
    })
  })
  const ring = { fill: 'none', stroke: color, 'stroke-linecap': 'round' }
  return element('g', ring, rings.join(''))
}

export function banners({ hue, random }: PosterCanvas, count: number): string {
  const step = 1280 / count
  const strips = Array.from({ length: count }, (_, index) => {
    const x = Math.round(step * (index + 0.5) - step * 0.22)
    const width = Math.round(step * 0.44)
    const length = random.int(170, 330)
    const color = hsl(hue + random.pick([-24, 0, 26]), 75, random.pick([34, 44, 56]))
    const notch = Math.round(width * 0.35)
    const strip = element('path', {
      d: `M${x}-4h${width}v${length}l-${width / 2} ${notch}-${width / 2}-${notch}z`,
      fill: color,
      opacity: '.9',
    })
    const disc = element('circle', {
      cx: x + width / 2,
      cy: Math.round(length * 0.55),
      r: Math.round(width * 0.24),
      fill: hsl(hue, 90, 88),
      opacity: '.75',
    })
    return strip + disc
  })
  return strips.join('')
}

export function stars({ hue, random, isThumb }: PosterCanvas, count: number): string {
  return [3, 5, 8]
    .map((size, index) => {
      const d = Array.from({ length: Math.ceil(count / (index + 2)) }, () => {
        return `M${random.int(0, 1280)} ${random.int(0, 560)}h0`
      })
      return element('path', {
        d: d.join(''),
        stroke: hsl(hue, 90, 90),
        'stroke-width': size * (isThumb ? 2.4 : 1),
        'stroke-linecap': 'round',
        opacity: String(0.5 + index * 0.2),
      })
    })
    .join('')
}

export function orbits(x: number, y: number, color: string): string {
  const rings = [150, 270, 400].map((radius) =>
    element('ellipse', { rx: radius, ry: Math.round(radius * 0.34) }),
  )
  const planets = [
    element('circle', { cx: 138, cy: 20, r: 15, fill: color }),
    element('circle', { cx: -250, cy: 35, r: 22, fill: color }),
    element('circle', { cx: 300, cy: -90, r: 11, fill: color }),
  ]
  const tilt = { transform: `translate(${x} ${y})rotate(-12)`, fill: 'none', stroke: color }
  return element(
    'g',
    { ...tilt, 'stroke-width': 3, opacity: '.8' },
    [...rings, ...planets].join(''),
  )
}

/** What every scene is drawn on. */
export type PosterCanvas = { prefix: string; hue: number; random: Random; isThumb: boolean }
