import { maxSegments, createDataView } from './bytes.ts'

export type ByteRange = { from: number; to: number }
/** Where a part of an item stands: in the file, or in the data box beside its description. */
type ItemLocation = ByteRange & { isBeside: boolean }

class Cut extends Error {}

function createByteReader(bytes: Uint8Array) {
  const view = createDataView(bytes)
  let at = 0
  function next(size: number): number {
    if (at + size > bytes.length) throw new Cut()
    let value = 0
    for (const end = at + size; at < end; at += 1) value = value * 256 + view.getUint8(at)
    return value
  }
  return { next, isDone: () => at === bytes.length }
}

type ByteReader = ReturnType<typeof createByteReader>
/** Bytes of each number. */
type FieldSizes = { version: number; offset: number; length: number; base: number; index: number }

function readFieldSizes({ next }: ByteReader): FieldSizes {
  const version = next(1)
  next(3)
  const [firstByte, second] = [next(1), next(1)]
  const sizes = { offset: firstByte >> 4, length: firstByte & 15, base: second >> 4 }
  const index = version === 0 ? 0 : second & 15
  const isKnown = [...Object.values(sizes), index].every((size) => [0, 4, 8].includes(size))
  // Lengths of no bytes would name parts without end in a few bytes.
  if (version > 2 || !isKnown || sizes.length === 0) throw new Cut()
  return { ...sizes, version, index }
}

function readLocationsOfItem(
  { next }: ByteReader,
  { version, ...sizes }: FieldSizes,
): ItemLocation[] {
  next(version === 2 ? 4 : 2)
  const method = version === 0 ? 0 : next(2)
  // A reference to other files, or to other items, is not written for a still picture.
  if (next(2) !== 0 || method > 1) throw new Cut()
  const base = next(sizes.base)
  return Array.from({ length: next(2) }, () => {
    next(sizes.index)
    const from = base + next(sizes.offset)
    return { from, to: from + next(sizes.length), isBeside: method === 1 }
  })
}

export function readItemLocations(body: Uint8Array | undefined): ItemLocation[] | undefined {
  if (!body || body.length > maxSegments * 16) return undefined
  const reader = createByteReader(body)
  try {
    const sizes = readFieldSizes(reader)
    const count = reader.next(sizes.version === 2 ? 4 : 2)
    const places: ItemLocation[] = []
    for (let item = 0; item < count; item += 1) places.push(...readLocationsOfItem(reader, sizes))
    return reader.isDone() ? places : undefined
  } catch (error) {
    if (error instanceof Cut) return undefined
    throw error
  }
}

/** True if the places, together, are just these bytes. */
function isRangeFilled({ from, to }: ByteRange, places: ByteRange[]): boolean {
  let at = from
  for (const location of places.toSorted((location, other) => location.from - other.from)) {
    if (location.from > at || location.from < from) return false
    at = Math.max(at, location.to)
  }
  return at === to
}

/** True if every byte of both data boxes is an item's, and every item's stands there. */
export function coversAllData(
  places: ItemLocation[],
  [data, beside]: (ByteRange | undefined)[],
): boolean {
  const nowhere = { from: 0, to: 0 }
  const shift = beside?.from ?? 0
  const inFile = places.filter(({ isBeside }) => !isBeside)
  const inMeta = places
    .filter(({ isBeside }) => isBeside)
    .map(({ from, to }) => ({ from: from + shift, to: to + shift }))
  const isData = isRangeFilled(data ?? nowhere, inFile) && isRangeFilled(beside ?? nowhere, inMeta)
  return places.length > 0 && isData
}
