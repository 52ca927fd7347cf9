/** White text on a colour no lighter than this has 4.5:1: (1 + 0.05) / (0.183 + 0.05). */
export const MAX_LUMINANCE_BEHIND_WHITE_TEXT = 0.183

/** `#rrggbb` from degrees and two percentages. */
export function hslToHex(hue: number, saturation: number, lightness: number): string {
  const amount = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100)
  function channel(offset: number): string {
    const position = (((offset + hue / 30) % 12) + 12) % 12
    const value = lightness / 100 - amount * Math.max(-1, Math.min(position - 3, 9 - position, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

/** The lightest colour of a hue that is not lighter than the luminance: equally deep for any hue. */
export function findLightestColor(hue: number, saturation: number, luminanceMax: number): string {
  let low = 0
  let high = 100
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2
    if (computeLuminance(hslToHex(hue, saturation, middle)) > luminanceMax) high = middle
    else low = middle
  }
  return hslToHex(hue, saturation, low)
}

/** Relative luminance as WCAG defines it. */
export function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
