import { mostParts, nameAt, viewOf, type Drawing } from './bytes.ts'

type Box = { name: string; body: Uint8Array }

/** The boxes that fill these bytes to the end; undefined when they do not. */
function boxesIn(bytes: Uint8Array): Box[] | undefined {
  const view = viewOf(bytes)
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length;) {
    const size = at + 8 > bytes.length ? 0 : view.getUint32(at)
    // Sizes 0 (to the end) and 1 (64 bits) are not written for a still picture.
    if (size < 8 || at + size > bytes.length || boxes.length === mostParts) return undefined
    boxes.push({ name: nameAt(bytes, at + 4), body: bytes.subarray(at + 8, at + size) })
    at += size
  }
  return boxes
}

function bodyOf(boxes: Box[] | undefined, name: string): Uint8Array | undefined {
  return boxes?.find((box) => box.name === name)?.body
}

function childrenOf(boxes: Box[] | undefined, name: string, headerBytes: number) {
  const body = bodyOf(boxes, name)
  return body && body.length >= headerBytes ? boxesIn(body.subarray(headerBytes)) : undefined
}

function isStillAvif(fileType: Uint8Array | undefined): boolean {
  if (!fileType || fileType.length < 8 || fileType.length % 4 !== 0) return false
  const brands = Array.from({ length: fileType.length / 4 }, (_, at) => nameAt(fileType, at * 4))
  return brands[0] === 'avif' || (brands[0] === 'mif1' && brands.includes('avif'))
}

/** Coded pictures and grids of them; Exif and texts cannot be left out without moving the rest. */
function isPictureItem({ name, body }: Box): boolean {
  const version = body[0]
  if (name !== 'infe' || (version !== 2 && version !== 3)) return false
  return ['av01', 'grid'].includes(nameAt(body, version === 2 ? 8 : 10))
}

function itemsOf(meta: Box[] | undefined): Box[] {
  const version = bodyOf(meta, 'iinf')?.[0]
  return childrenOf(meta, 'iinf', version === 0 ? 6 : 8) ?? []
}

export function readAvif(bytes: Uint8Array): Drawing | undefined {
  if (bytes.length < 16 || nameAt(bytes, 4) !== 'ftyp') return undefined
  const boxes = boxesIn(bytes)
  const isBare = boxes?.every(({ name }) => ['ftyp', 'meta', 'mdat'].includes(name))
  if (!boxes || !isBare || !isStillAvif(bodyOf(boxes, 'ftyp'))) return undefined
  const meta = childrenOf(boxes, 'meta', 4)
  const items = itemsOf(meta)
  const hasData = bodyOf(boxes, 'mdat') ?? bodyOf(meta, 'idat')
  if (!hasData || items.length === 0 || !items.every(isPictureItem)) return undefined
  const properties = childrenOf(childrenOf(meta, 'iprp', 0), 'ipco', 0) ?? []
  const sizes = properties.flatMap(({ name, body }) =>
    name === 'ispe' && body.length === 12 ? [viewOf(body)] : [],
  )
  return {
    width: Math.max(0, ...sizes.map((size) => size.getUint32(4))),
    height: Math.max(0, ...sizes.map((size) => size.getUint32(8))),
    parts: [bytes],
  }
}
