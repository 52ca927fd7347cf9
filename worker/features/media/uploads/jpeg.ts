import {
  beginsWith,
  maxSegments,
  readFourCharacterCode,
  createDataView,
  type ImageSegments,
} from './bytes.ts'

const scan = 0xda
const end = 0xd9
const exif = 0xe1
/** Baseline, extended and progressive; browsers draw no other. */
const frames = new Set([0xc0, 0xc1, 0xc2])
/** Tables, frames, scans and restart intervals. */
const keptMarkers = new Set([...frames, 0xc4, scan, 0xdb, 0xdd])

/** The application segments that say how colours are meant. */
function isColourSegment(marker: number, body: Uint8Array): boolean {
  if (marker === 0xe0) return readFourCharacterCode(body, 0) === 'JFIF' && body.length === 14
  if (marker === 0xe2)
    return readFourCharacterCode(body, 0) === 'ICC_' && readFourCharacterCode(body, 4) === 'PROF'
  return marker === 0xee && readFourCharacterCode(body, 0) === 'Adob'
}

function isSegmentMarker(marker: number): boolean {
  return keptMarkers.has(marker) || marker === 0xfe || (marker >= 0xe0 && marker <= 0xef)
}

/** Where the compressed data of a scan stops: at the first marker that is no restart. */
function findScanEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; ; at += 1) {
    at = bytes.indexOf(0xff, at)
    const next = bytes[at + 1]
    if (at < 0 || next === undefined) return bytes.length
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
}

function isFinalEndMarker(bytes: Uint8Array, at: number): boolean {
  return at === bytes.length - 2 && bytes[at] === 0xff && bytes[at + 1] === end
}

type JpegSegment = { marker: number; body: Uint8Array; whole: Uint8Array }

/** Every segment between the first marker and the last; a scan's has its compressed data with it. */
function parseSegments(bytes: Uint8Array): JpegSegment[] | undefined {
  const view = createDataView(bytes)
  const segments: JpegSegment[] = []
  for (let at = 2; !isFinalEndMarker(bytes, at);) {
    if (at + 4 > bytes.length || bytes[at] !== 0xff) return undefined
    const marker = view.getUint8(at + 1)
    const bodyEnd = at + 2 + view.getUint16(at + 2)
    if (!isSegmentMarker(marker) || bodyEnd < at + 4 || bodyEnd > bytes.length) return undefined
    if (segments.length === maxSegments) return undefined
    const next = marker === scan ? findScanEnd(bytes, bodyEnd) : bodyEnd
    segments.push({
      marker,
      body: bytes.subarray(at + 4, bodyEnd),
      whole: bytes.subarray(at, next),
    })
    at = next
  }
  return segments
}

function keepDrawnSegment({ marker, body, whole }: JpegSegment): Uint8Array[] {
  if (marker === exif) return buildOrientationSegment(body)
  return keptMarkers.has(marker) || isColourSegment(marker, body) ? [whole] : []
}

export function readJpeg(bytes: Uint8Array): ImageSegments | undefined {
  const segments = beginsWith(bytes, [0xff, 0xd8, 0xff]) ? parseSegments(bytes) : undefined
  const [frame, ...others] = segments?.filter(({ marker }) => frames.has(marker)) ?? []
  const hasScan = segments?.some(({ marker }) => marker === scan)
  if (!segments || !hasScan || !frame || frame.body.length < 6 || others.length > 0) {
    return undefined
  }
  const view = createDataView(frame.body)
  return {
    width: view.getUint16(3),
    height: view.getUint16(1),
    parts: [bytes.subarray(0, 2), ...segments.flatMap(keepDrawnSegment), bytes.subarray(-2)],
  }
}

/** The orientation is all of Exif that the picture is drawn by. */
function buildOrientationSegment(body: Uint8Array): Uint8Array[] {
  const orientation = readOrientation(body)
  if (orientation === undefined) return []
  const tag = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
  const tiff = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, ...tag, 0, 0, 0, 0]
  return [Uint8Array.from([0xff, exif, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff])]
}

function readOrientation(body: Uint8Array): number | undefined {
  if (readFourCharacterCode(body, 0) !== 'Exif' || body.length < 20) return undefined
  const tiff = createDataView(body.subarray(6))
  const isLittle = tiff.getUint16(0) === 0x4949
  const directoryStart = tiff.getUint32(4, isLittle)
  if (directoryStart + 2 > tiff.byteLength) return undefined
  const count = tiff.getUint16(directoryStart, isLittle)
  for (let index = 0; index < count; index += 1) {
    const at = directoryStart + 2 + index * 12
    if (at + 12 > tiff.byteLength) return undefined
    if (tiff.getUint16(at, isLittle) !== 0x0112) continue
    const value = tiff.getUint16(at + 8, isLittle)
    return value >= 1 && value <= 8 ? value : undefined
  }
  return undefined
}
