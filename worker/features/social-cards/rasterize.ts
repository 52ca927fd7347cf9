import { initWasm, Resvg, type InitInput } from '@resvg/resvg-wasm'

let isReady: Promise<void> | undefined

/** Red, green, blue and opacity of each point, the colours multiplied by the opacity. */
export type Pixels = { width: number; height: number; rgba: Uint8Array }

export type RendererAssets = { engine: InitInput; fonts: Uint8Array[] }

export async function rasterize(svg: string, { engine, fonts }: RendererAssets): Promise<Pixels> {
  isReady ??= initWasm(engine)
  await isReady
  const drawing = new Resvg(svg, {
    font: { fontBuffers: fonts, defaultFontFamily: 'Figtree Light' },
  })
  const image = drawing.render()
  const { width, height, pixels: rgba } = image
  image.free()
  drawing.free()
  return { width, height, rgba }
}

export function overlayPixels(layer: Pixels, ground: Pixels): Pixels {
  const rgba = new Uint8Array(ground.rgba)
  for (let at = 0; at < rgba.length; at += 4) {
    const left = 255 - (layer.rgba[at + 3] ?? 0)
    for (let channel = at; channel < at + 4; channel += 1) {
      const below = Math.round(((rgba[channel] ?? 0) * left) / 255)
      rgba[channel] = Math.min(255, (layer.rgba[channel] ?? 0) + below)
    }
  }
  return { ...ground, rgba }
}
