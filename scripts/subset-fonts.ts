import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

const folder = '.astro/fonts'
const source = 'node_modules/@fontsource-variable/bricolage-grotesque'

/** One width and one weight, between the 720 and 780 of styles; the complete font is four times as large. */
const variationAxes = { wdth: 88, wght: 770 }

const parts = {
  latin: [[0x20, 0x24f], [0x2bb, 0x2dc], [0x2000, 0x206f], [0x20ac], [0x2122], [0x2190, 0x2215]],
  'latin-ext': [[0x100, 0x2ff], [0x1d00, 0x1eff], [0x2020, 0x20c0], [0x2113], [0x2c60, 0x2c7f]],
} as const

function lettersOf(ranges: readonly (readonly number[])[]): string {
  return ranges
    .flatMap(([start = 0, last = start]) =>
      Array.from({ length: last - start + 1 }, (_, index) => String.fromCodePoint(start + index)),
    )
    .join('')
}

export async function subsetFonts(): Promise<void> {
  const { version } = JSON.parse(readFileSync(`${source}/package.json`, 'utf8'))
  const stamp = `${version} ${JSON.stringify(variationAxes)} names`
  const stampPath = `${folder}/stamp`
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return
  mkdirSync(folder, { recursive: true })
  for (const [name, ranges] of Object.entries(parts)) {
    const whole = readFileSync(`${source}/files/bricolage-grotesque-${name}-wdth-normal.woff2`)
    const narrow = await subsetFont(whole, lettersOf(ranges), {
      targetFormat: 'woff2',
      variationAxes,
      // The licence and its address: its terms ask for one of them in each copy.
      preserveNameIds: [13, 14],
    })
    writeFileSync(`${folder}/display-${name}.woff2`, narrow)
  }
  writeFileSync(stampPath, stamp)
}
