import { crc32 } from 'node:zlib'
import {
  beginsWith,
  maxSegments,
  readFourCharacterCode,
  createDataView,
  type ImageSegments,
} from './bytes.ts'

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** All but texts, times, Exif, frames of animations, and colour profiles, which are compressed. */
const keptChunks = new Set('IHDR PLTE tRNS gAMA cHRM sRGB cICP sBIT pHYs IDAT IEND'.split(' '))

type PngChunk = { name: string; whole: Uint8Array }

/** Every chunk from the signature to the end of the file; undefined when one is cut or damaged. */
function parseChunks(bytes: Uint8Array): PngChunk[] | undefined {
  const view = createDataView(bytes)
  const chunks: PngChunk[] = []
  for (let at = signature.length; at < bytes.length;) {
    if (at + 12 > bytes.length || chunks.length === maxSegments) return undefined
    const end = at + 12 + view.getUint32(at)
    if (end > bytes.length) return undefined
    if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return undefined
    chunks.push({ name: readFourCharacterCode(bytes, at + 4), whole: bytes.subarray(at, end) })
    at = end
  }
  return chunks
}

export function readPng(bytes: Uint8Array): ImageSegments | undefined {
  const chunks = beginsWith(bytes, signature) ? parseChunks(bytes) : undefined
  const header = chunks?.[0]
  if (!chunks || header?.name !== 'IHDR' || header.whole.length !== 25) return undefined
  const count = (name: string) => chunks.filter((chunk) => chunk.name === name).length
  const isWhole = chunks.at(-1)?.name === 'IEND' && count('IEND') === 1 && count('IHDR') === 1
  if (!isWhole || count('IDAT') === 0) return undefined
  const view = createDataView(header.whole)
  const drawn = chunks.filter(({ name }) => keptChunks.has(name)).map(({ whole }) => whole)
  return {
    width: view.getUint32(8),
    height: view.getUint32(12),
    parts: [bytes.subarray(0, signature.length), ...drawn],
  }
}
