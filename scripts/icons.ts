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

function draw(svg: string, size: number): Buffer {
  return Buffer.from(new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng())
}

mkdirSync('public/icons', { recursive: true })
for (const { file, svg, size } of icons) {
  writeFileSync(`public/icons/${file}.png`, draw(svg, size))
}

/** An ICO of PNGs, for programs that read no page: a header, an entry of 16 bytes for each, the files. */
const small = [16, 32, 48].map((size) => ({ size, png: draw(favicon, size) }))
const head = Buffer.alloc(6 + 16 * small.length)
head.writeUInt16LE(1, 2)
head.writeUInt16LE(small.length, 4)
let offset = head.length
for (const [index, { size, png }] of small.entries()) {
  const at = 6 + 16 * index
  head.writeUInt8(size, at)
  head.writeUInt8(size, at + 1)
  head.writeUInt16LE(1, at + 4)
  head.writeUInt16LE(32, at + 6)
  head.writeUInt32LE(png.length, at + 8)
  head.writeUInt32LE(offset, at + 12)
  offset += png.length
}
writeFileSync('public/favicon.ico', Buffer.concat([head, ...small.map(({ png }) => png)]))
