import { pickHue } from '#worker/contracts/channel-hue.ts'
import { findLightestColor } from './color.ts'

/** Colours of one subject. White has 4.5:1 on the ground and shapes, dark ink on tone and paper. */
export type Palette = {
  ground: readonly [string, string]
  shapes: readonly [string, string]
  /** The light tone, of faces, and the deep one behind them. */
  tone: string
  deep: string
  /** Between the two. */
  shades: readonly [string, string]
  paper: string
}

export const ink = '#0c0e14'

const toneLuminances = [0.34, 0.44, 0.56] as const

export function choosePalette(seed: number): Palette {
  const hue = pickHue(seed)
  const side = seed & 64 ? 16 : -16
  const tone = toneLuminances[(seed >>> 7) % toneLuminances.length] ?? toneLuminances[0]
  return {
    ground: [findLightestColor(hue, 66, 0.07), findLightestColor(hue + side, 72, 0.022)],
    shapes: [findLightestColor(hue, 72, 0.115), findLightestColor(hue + side / 2, 70, 0.085)],
    tone: findLightestColor(hue, 82, tone),
    deep: findLightestColor(hue + side, 64, 0.06),
    shades: [findLightestColor(hue + side, 74, 0.21), findLightestColor(hue - side, 74, 0.25)],
    paper: findLightestColor(hue, 50, 0.85),
  }
}
