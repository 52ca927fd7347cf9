import { readAvif } from './avif.ts'
import type { ImageSegments } from './bytes.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

export type PictureKind = 'png' | 'jpg' | 'webp' | 'avif'

export type Picture = Omit<ImageSegments, 'parts'> & { kind: PictureKind; bytes: Uint8Array }

const readers: Record<PictureKind, (bytes: Uint8Array) => ImageSegments | undefined> = {
  png: readPng,
  jpg: readJpeg,
  webp: readWebp,
  avif: readAvif,
}

/** Told by the bytes alone, without what a camera or an editor wrote beside (place, owner). */
export function readPicture(bytes: Uint8Array): Picture | undefined {
  for (const kind of Object.keys(readers) as PictureKind[]) {
    const drawing = readers[kind](bytes)
    if (!drawing || drawing.width < 1 || drawing.height < 1) continue
    const { width, height, parts } = drawing
    return { kind, width, height, bytes: concatBytes(parts) }
  }
  return undefined
}

function concatBytes(parts: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((size, chunk) => size + chunk.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
