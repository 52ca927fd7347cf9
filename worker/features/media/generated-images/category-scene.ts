import { categoryHue, hsl, lightestColorWithin } from './color.ts'
import { drawBeams } from './scene-beams.ts'
import { drawCrowd } from './scene-crowd.ts'
import { type Lamp, type Scene, drawStage } from './scene-stages.ts'
import { type Random, seededRandom } from './random.ts'
import { element, linearGradient, svgDocument, radialGradient } from './svg.ts'

const WIDTH = 1280
const HEIGHT = 720
/** Below this width single people would vanish: the crowd is drawn larger. */
const THUMB_WIDTH = 320
const ALL = { width: WIDTH, height: HEIGHT }

export type SceneInput = { id: number; category: string; width?: number; height?: number }

/**
 * The picture of a category: lights above a crowd, in the hue of its category.
 * Whatever is drawn before the scrim is dimmed by it, what comes after is dark by itself:
 * white text over the bottom third keeps 4.5:1.
 */
export function drawScene({ id, category, width = WIDTH, height = HEIGHT }: SceneInput): string {
  const random = seededRandom(`poster ${category} ${id}`)
  const prefix = `p${id.toString(36)}`
  const isThumb = width < THUMB_WIDTH
  const hue = categoryHue(category) + random.between(-5, 5)
  const scene = drawStage(category, { prefix, hue, random, isThumb })
  return svgDocument(
    { width, height },
    ALL,
    drawCardBackground(prefix, hue) +
      drawHaze(prefix, hue, random) +
      scene.back +
      drawBeams(prefix, hue, scene) +
      drawLamps(prefix, hue, scene.lamps) +
      scene.front +
      drawScrim(prefix, hue) +
      drawHorizon(prefix, hue, scene) +
      drawCrowd(prefix, hue, random, isThumb ? 2 : 1),
  )
}

function drawCardBackground(prefix: string, hue: number): string {
  const gradient = linearGradient({ id: `${prefix}g`, x2: 0, y2: 1 }, [
    [0, hsl(hue, 62, 17), 1],
    [0.55, hsl(hue + 8, 62, 12), 1],
    [1, hsl(hue + 16, 55, 7), 1],
  ])
  return gradient + element('rect', { ...ALL, fill: `url(#${prefix}g)` })
}

function drawHaze(prefix: string, hue: number, random: Random): string {
  const color = hsl(hue + random.pick([-26, 26]), 70, 46)
  const gradient = radialGradient({ id: `${prefix}h` }, [
    [0, color, 0.45],
    [1, color, 0],
  ])
  const clouds = [0, 1, 2].map((index) =>
    element('ellipse', {
      cx: Math.round(random.between(0, 420) + index * 430),
      cy: Math.round(random.between(230, 560)),
      rx: Math.round(random.between(320, 560)),
      ry: Math.round(random.between(120, 230)),
      fill: `url(#${prefix}h)`,
    }),
  )
  return gradient + clouds.join('')
}

function drawLamps(prefix: string, hue: number, lamps: readonly Lamp[]): string {
  const gradient = radialGradient({ id: `${prefix}l` }, [
    [0, hsl(hue, 100, 95), 1],
    [0.24, hsl(hue, 95, 65), 0.35],
    [1, hsl(hue, 90, 55), 0],
  ])
  const blooms = lamps.map(({ x, y, size }) =>
    element('circle', {
      cx: Math.round(x),
      cy: Math.round(y),
      r: Math.round(size),
      fill: `url(#${prefix}l)`,
    }),
  )
  return gradient + blooms.join('')
}

function drawScrim(prefix: string, hue: number): string {
  const ink = hsl(hue, 60, 3)
  const gradient = linearGradient({ id: `${prefix}s`, x2: 0, y2: 1 }, [
    [0.4, ink, 0],
    [0.66, ink, 0.57],
    [1, ink, 0.85],
  ])
  return gradient + element('rect', { ...ALL, fill: `url(#${prefix}s)` })
}

/** The light behind the crowd, which cuts people out of the dark. */
function drawHorizon(prefix: string, hue: number, scene: Scene): string {
  const color = lightestColorWithin(hue, 85, 0.14)
  const gradient = radialGradient({ id: `${prefix}z` }, [
    [0, color, 0.9],
    [0.5, color, 0.45],
    [1, color, 0],
  ])
  const glow = { cx: scene.focus, cy: 690, rx: 900, ry: 330, fill: `url(#${prefix}z)` }
  return gradient + element('ellipse', glow)
}
