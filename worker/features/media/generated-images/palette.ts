import { pickHue } from '#worker/contracts/channel-hue.ts'
import { findLightestColor } from './color.ts'
import type { Random } from './random.ts'

/** Colours of one subject: its ground, the shapes upon it, and letters with 4.5:1 over all of them. */
export type Palette = {
  hue: number
  ground: readonly [string, string]
  shapes: readonly [string, string, string]
  letters: string
}

/** Two looks, so that subjects of the same hue still differ. */
export function choosePalette(seed: number, random: Random): Palette {
  const hue = pickHue(seed)
  const side = random.pick([-14, 14])
  // Deep olive and brown look like camouflage.
  const isVivid = random.chance(0.5) || (hue >= 28 && hue <= 104)
  if (isVivid) {
    return {
      hue,
      ground: [findLightestColor(hue, 82, 0.15), findLightestColor(hue + side, 84, 0.1)],
      shapes: [
        findLightestColor(hue - side, 88, 0.152),
        findLightestColor(hue, 84, 0.082),
        findLightestColor(hue + side, 84, 0.06),
      ],
      letters: findLightestColor(hue + 30, 90, 0.9),
    }
  }
  return {
    hue,
    ground: [findLightestColor(hue, 70, 0.05), findLightestColor(hue + side, 74, 0.022)],
    shapes: [
      findLightestColor(hue, 78, 0.09),
      findLightestColor(hue - side, 76, 0.062),
      findLightestColor(hue + side, 76, 0.034),
    ],
    letters: findLightestColor(hue + random.pick([-140, 160, 185, 45, -45]), 88, 0.68),
  }
}
