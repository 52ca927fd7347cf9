import { maxSegments, readFourCharacterCode, createDataView, type ImageSegments } from './bytes.ts'

const exifAndXmp = 0x08 | 0x04
const animation = 0x02

type WebpChunk = { name: string; whole: Uint8Array }
type ImageSize = { width: number; height: number }

/** Every chunk to the end of the file; undefined when one is cut. */
function parseChunks(bytes: Uint8Array): WebpChunk[] | undefined {
  const view = createDataView(bytes)
  const chunks: WebpChunk[] = []
  for (let at = 12; at < bytes.length;) {
    if (at + 8 > bytes.length || chunks.length === maxSegments) return undefined
    const length = view.getUint32(at + 4, true)
    const end = at + 8 + length + (length % 2)
    if (end > bytes.length) return undefined
    chunks.push({ name: readFourCharacterCode(bytes, at), whole: bytes.subarray(at, end) })
    at = end
  }
  return chunks
}

function readChunkSize({ name, whole }: WebpChunk): ImageSize | undefined {
  const view = createDataView(whole)
  if (name === 'VP8 ' && whole.length >= 18) {
    const isKeyFrame = view.getUint16(11) === 0x9d01 && whole[13] === 0x2a
    if (!isKeyFrame) return undefined
    return { width: view.getUint16(14, true) & 0x3fff, height: view.getUint16(16, true) & 0x3fff }
  }
  if (name === 'VP8L' && whole.length >= 13 && whole[8] === 0x2f) {
    const bits = view.getUint32(9, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  return undefined
}

/** The header of a picture with extras, without the flags of what is left out. */
function buildPlainHeader(whole: Uint8Array, { width, height }: ImageSize): Uint8Array | undefined {
  if (whole.length !== 18) return undefined
  const view = createDataView(whole)
  const canvas = {
    width: (view.getUint32(12, true) & 0xffffff) + 1,
    height: (view.getUint32(14, true) >>> 8) + 1,
  }
  const flags = view.getUint8(8)
  if (flags & animation || canvas.width !== width || canvas.height !== height) return undefined
  const header = whole.slice()
  header[8] = flags & ~exifAndXmp
  return header
}

/** True if the file is as long as it says, so that nothing stands behind the picture. */
function isWholeWebpFile(bytes: Uint8Array): boolean {
  return (
    bytes.length >= 20 &&
    readFourCharacterCode(bytes, 0) === 'RIFF' &&
    readFourCharacterCode(bytes, 8) === 'WEBP' &&
    createDataView(bytes).getUint32(4, true) === bytes.length - 8
  )
}

export function readWebp(bytes: Uint8Array): ImageSegments | undefined {
  const chunks = (isWholeWebpFile(bytes) && parseChunks(bytes)) || []
  const [data, ...others] = chunks.filter(({ name }) => name === 'VP8 ' || name === 'VP8L')
  const size = data && readChunkSize(data)
  if (!size || others.length > 0) return undefined
  const [firstChunk] = chunks
  const header =
    firstChunk?.name === 'VP8X' ? buildPlainHeader(firstChunk.whole, size) : new Uint8Array()
  if (!header) return undefined
  const drawn = chunks.filter(({ name }) => ['ICCP', 'ALPH', 'VP8 ', 'VP8L'].includes(name))
  const parts = [header, ...drawn.map(({ whole }) => whole)]
  return { ...size, parts: [buildRiffHeader(parts), ...parts] }
}

function buildRiffHeader(parts: Uint8Array[]): Uint8Array {
  const opening = new TextEncoder().encode('RIFF    WEBP')
  const length = parts.reduce((sum, chunk) => sum + chunk.length, 0)
  createDataView(opening).setUint32(4, length + 4, true)
  return opening
}
