import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

/** Draws the raster icons in public/icons from site/icons/favicon.svg. Run it when that changes. */
const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')
await initWasm(readFileSync(wasm))

const favicon = readFileSync('site/icons/favicon.svg', 'utf8')
/** Phones mask the icon: the background reaches the edges, the sign stays in the safe area. */
const uncut = favicon
  .replace(/ rx="\d+"/, '')
  .replace(/<path /, '<path transform="translate(16 16) scale(.78) translate(-16 -16)" ')

const icons = [
  { file: 'icon-192', svg: favicon, size: 192 },
  { file: 'icon-512', svg: favicon, size: 512 },
  { file: 'maskable-512', svg: uncut, size: 512 },
  { file: 'apple-touch-icon', svg: uncut, size: 180 },
]

mkdirSync('public/icons', { recursive: true })
for (const { file, svg, size } of icons) {
  const picture = new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render()
  writeFileSync(`public/icons/${file}.png`, picture.asPng())
}
