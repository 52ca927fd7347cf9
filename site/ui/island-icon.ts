import { iconShapes } from '#site/lib/icon-shapes.ts'
import { raw, type Html } from './html.ts'

export function islandIcon(name: keyof typeof iconShapes, size = 20): Html {
  return drawIcon(iconShapes[name], size)
}

/** `shape` is the constant content of an SVG of 24 by 24. */
export function drawIcon(shape: string, size: number): Html {
  return raw(
    `<svg width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true">${shape}</svg>`,
  )
}
