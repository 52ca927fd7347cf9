import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { locales } from '#worker/locale/locales.ts'
import { drawBackdrop } from '#worker/features/media/generated-images/drawings.ts'
import { cardSize, drawDefaultCard } from '#worker/features/social-cards/card.ts'
import { encodePng } from '#worker/features/social-cards/png.ts'
import { overlayPixels, rasterize } from '#worker/features/social-cards/rasterize.ts'

/** Draws the share cards of pages without a picture; run it after their texts change. */
const folder = 'public/media/cards/default'
const groundSeed = 14
/** Step between colours, of 256: coarse enough for a small file. */
const colorStep = 5
const engine = readFileSync('node_modules/@resvg/resvg-wasm/index_bg.wasm')
const fonts = ['display', 'display-ext', 'text', 'text-ext'].map((name) =>
  readFileSync(`worker/features/social-cards/fonts/${name}.bin`),
)

const ground = await rasterize(drawBackdrop(groundSeed, cardSize), { engine, fonts })
mkdirSync(folder, { recursive: true })
for (const locale of locales) {
  const words = await rasterize(drawDefaultCard(locale), { engine, fonts })
  const png = await encodePng(overlayPixels(words, ground), colorStep)
  writeFileSync(`${folder}/${locale}.png`, png)
  console.log(`${folder}/${locale}.png: ${(png.length / 1000).toFixed(1)} kB`)
}
