import { coversAllData, readItemLocations, type ByteRange } from './avif-item-locations.ts'
import { maxSegments, readFourCharacterCode, createDataView, type ImageSegments } from './bytes.ts'

const metaBoxes = ['hdlr', 'pitm', 'iloc', 'iinf', 'iprp', 'iref', 'idat']

type AvifBox = { name: string; body: Uint8Array }

/** The boxes that fill these bytes to the end; undefined when they do not. */
function parseBoxes(bytes: Uint8Array): AvifBox[] | undefined {
  const view = createDataView(bytes)
  const boxes: AvifBox[] = []
  for (let at = 0; at < bytes.length;) {
    const size = at + 8 > bytes.length ? 0 : view.getUint32(at)
    // Sizes 0 (to the end) and 1 (64 bits) are not written for a still picture.
    if (size < 8 || at + size > bytes.length || boxes.length === maxSegments) return undefined
    boxes.push({
      name: readFourCharacterCode(bytes, at + 4),
      body: bytes.subarray(at + 8, at + size),
    })
    at += size
  }
  return boxes
}

/** The bodies of boxes by name; undefined when one of them is unknown here or stands twice. */
function mapKnownBodies(boxes: AvifBox[] | undefined, knownNames: readonly string[]) {
  const bodies = new Map(boxes?.map(({ name, body }) => [name, body]))
  const isStrict =
    boxes?.every(({ name }) => knownNames.includes(name)) && bodies.size === boxes.length
  return isStrict ? bodies : undefined
}

function parseChildBoxes(body: Uint8Array | undefined, headerBytes: number): AvifBox[] | undefined {
  return body && body.length >= headerBytes ? parseBoxes(body.subarray(headerBytes)) : undefined
}

function isStillAvif(fileType: Uint8Array | undefined): boolean {
  if (!fileType || fileType.length < 8 || fileType.length % 4 !== 0) return false
  const brands = Array.from({ length: fileType.length / 4 }, (_, at) =>
    readFourCharacterCode(fileType, at * 4),
  )
  return brands[0] === 'avif' || (brands[0] === 'mif1' && brands.includes('avif'))
}

const drawingProperties = new Set(
  'av1C ispe pixi colr pasp irot imir clap auxC a1op a1lx lsel clli mdcv cclv'.split(' '),
)
/** Names of items and of the program that wrote them; longer ones are no names. */
const longestName = 64

/** Coded pictures and grids of them; Exif and texts cannot be left out without moving the rest. */
function isPictureItem({ name, body }: AvifBox): boolean {
  const version = body[0]
  if (name !== 'infe' || (version !== 2 && version !== 3)) return false
  const isShort = body.length <= 16 + longestName
  return isShort && ['av01', 'grid'].includes(readFourCharacterCode(body, version === 2 ? 8 : 10))
}

function hasOnlyPictureItems(meta: Map<string, Uint8Array>): boolean {
  const handler = meta.get('hdlr')
  const info = meta.get('iinf')
  const items = parseChildBoxes(info, info?.[0] === 0 ? 6 : 8) ?? []
  const isShort = handler !== undefined && handler.length <= 24 + longestName
  return isShort && items.length > 0 && items.every(isPictureItem)
}

function parseDrawingProperties(body: Uint8Array | undefined): AvifBox[] | undefined {
  const parts = parseChildBoxes(body, 0)
  const isPlain =
    parts?.[0]?.name === 'ipco' && parts.every(({ name }, at) => !at || name === 'ipma')
  const properties = isPlain ? parseChildBoxes(parts[0]?.body, 0) : undefined
  return properties?.every(({ name }) => drawingProperties.has(name)) ? properties : undefined
}

function toByteRange(bytes: Uint8Array, body: Uint8Array): ByteRange {
  const from = body.byteOffset - bytes.byteOffset
  return { from, to: from + body.length }
}

/** Kept as it came, since items are found by their place: so it must hold nothing else. */
export function readAvif(bytes: Uint8Array): ImageSegments | undefined {
  if (bytes.length < 16 || readFourCharacterCode(bytes, 4) !== 'ftyp') return undefined
  const file = mapKnownBodies(parseBoxes(bytes), ['ftyp', 'meta', 'mdat'])
  const meta = mapKnownBodies(parseChildBoxes(file?.get('meta'), 4), metaBoxes)
  if (!file || !meta || !isStillAvif(file.get('ftyp'))) return undefined
  const properties = parseDrawingProperties(meta.get('iprp'))
  if (!properties || !hasOnlyPictureItems(meta)) return undefined
  const places = readItemLocations(meta.get('iloc'))
  const data = [file.get('mdat'), meta.get('idat')].map((body) => body && toByteRange(bytes, body))
  if (!places || !coversAllData(places, data)) return undefined
  const sizes = properties.flatMap(({ name, body }) =>
    name === 'ispe' && body.length === 12 ? [createDataView(body)] : [],
  )
  return {
    width: Math.max(0, ...sizes.map((size) => size.getUint32(4))),
    height: Math.max(0, ...sizes.map((size) => size.getUint32(8))),
    parts: [bytes],
  }
}
