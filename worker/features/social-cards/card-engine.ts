import engine from '@resvg/resvg-wasm/index_bg.wasm'
import display from './fonts/display.bin'
import displayExtended from './fonts/display-ext.bin'
import text from './fonts/text.bin'
import textExtended from './fonts/text-ext.bin'
import { encodePng } from './png.ts'
import { overlayPixels, rasterize } from './rasterize.ts'

const fonts = [display, displayExtended, text, textExtended].map((bytes) => new Uint8Array(bytes))
/** Colors, of 256: no eye sees it, and the file is half as large. */
const colorStep = 3

/** Drawing blocks the requests of its isolate. */
function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Heavy: loaded only where cards are drawn, never by a request. */
export async function compositeImages(ground: string, drawings: string[]): Promise<Uint8Array[]> {
  const equipment = { engine, fonts }
  const pixels = await rasterize(ground, equipment)
  const files: Uint8Array[] = []
  for (const drawing of drawings) {
    await yieldToRequests()
    files.push(
      await encodePng(overlayPixels(await rasterize(drawing, equipment), pixels), colorStep),
    )
  }
  return files
}
