import type { Pixels } from './rasterize.ts'

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Without transparency. Rounded colours halve the size of a picture full of gradients. */
export async function encodePng(
  { width, height, rgba }: Pixels,
  step: number,
): Promise<Uint8Array> {
  const rounded = Uint8Array.from({ length: 256 }, (_, value) =>
    Math.min(255, Math.round(value / step) * step),
  )
  // Each row begins with its filter: none.
  const rows = new Uint8Array((width * 3 + 1) * height)
  let to = 0
  for (let from = 0; from < rgba.length; from += 4) {
    if ((from / 4) % width === 0) to += 1
    rows[to] = rounded[rgba[from] ?? 0] ?? 0
    rows[to + 1] = rounded[rgba[from + 1] ?? 0] ?? 0
    rows[to + 2] = rounded[rgba[from + 2] ?? 0] ?? 0
    to += 3
  }
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  // Eight bits a channel, true colour.
  header.set([8, 2], 8)
  return concatBytes([
    Uint8Array.from(signature),
    buildChunk('IHDR', header),
    buildChunk('IDAT', await deflateBytes(rows)),
    buildChunk('IEND', new Uint8Array()),
  ])
}

async function deflateBytes(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

function buildChunk(kind: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(kind), 4)
  bytes.set(data, 8)
  view.setUint32(data.length + 8, computeCrc32(bytes.subarray(4, data.length + 8)))
  return bytes
}

const checksums = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** CRC-32, as the format has it. */
function computeCrc32(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) sum = (checksums[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8)
  return (sum ^ 0xffffffff) >>> 0
}

function concatBytes(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
