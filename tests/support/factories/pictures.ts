import { crc32, deflateSync } from 'node:zlib'

type Chunk = [name: string, body: Uint8Array]

function pngChunk([name, body]: Chunk): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** A whole PNG of one colour, with further chunks behind its header. */
export function png({
  width = 8,
  height = 8,
  extra = [],
}: { width?: number; height?: number; extra?: Chunk[] } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit of grey.
  header.writeUInt8(1, 8)
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))
  const chunks: Chunk[] = [['IHDR', header], ...extra, ['IDAT', pixels], ['IEND', Buffer.alloc(0)]]
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, ...chunks.map(pngChunk)])
}

/** 3 × 2 pixels of one colour. */
export const jpeg = Buffer.from(
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCaAtFP/9k=',
  'base64',
)
export const webp = Buffer.from(
  'UklGRjIAAABXRUJQVlA4ICYAAABwAQCdASoDAAIABABoJaACdAFAAAD+6ez/52/EH6g1pcCStWYQAA==',
  'base64',
)
export const losslessWebp = Buffer.from(
  'UklGRh4AAABXRUJQVlA4TBEAAAAvAkAAAAdQlOIVuf+BiOh/AAA=',
  'base64',
)
export const avif = Buffer.from(
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACIAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAAMAAAACAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAqbWRhdBIACgg4BCtICGg0gDIUHEJi5OAAFgAAkDWOPH6yNXmyK2Y=',
  'base64',
)

/** A chosen file as a browser sends it, whatever the file claims to be. */
export function pictureForm(
  bytes: Uint8Array,
  { name = 'picture.png', type = 'image/png' } = {},
): FormData {
  const form = new FormData()
  form.set('file', new File([Uint8Array.from(bytes)], name, { type }))
  return form
}

const script = '<script>alert(document.domain)</script>'

/** Files that are no picture, or more than one. */
export const disguised: [what: string, bytes: Buffer][] = [
  ['nothing', Buffer.alloc(0)],
  ['a script', Buffer.from('alert(document.domain)')],
  ['HTML', Buffer.from(`<!doctype html>${script}`)],
  ['an SVG', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
  ['a GIF', Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')],
  ['a PDF', Buffer.from('%PDF-1.7\n%%EOF')],
  ['a ZIP', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
  [
    'the signature of a PNG before HTML',
    Buffer.concat([png().subarray(0, 8), Buffer.from(script)]),
  ],
  ['a PNG with HTML behind it', Buffer.concat([png(), Buffer.from(script)])],
  ['a PNG with a PNG behind it', Buffer.concat([png(), png()])],
  ['a PNG behind HTML', Buffer.concat([Buffer.from(script), png()])],
  ['a PNG cut off', png().subarray(0, -6)],
  ['a PNG without its last chunk', png().subarray(0, -12)],
  ['a PNG with a damaged chunk', damaged(png(), 45)],
  ['a PNG of no width', png({ width: 0 })],
  ['the start of a JPEG before HTML', Buffer.concat([jpeg.subarray(0, 20), Buffer.from(script)])],
  ['a JPEG with a script behind it', Buffer.concat([jpeg, Buffer.from(script)])],
  ['a JPEG with a ZIP behind it', Buffer.concat([jpeg, Buffer.from('504b0304', 'hex'), jpeg])],
  ['a JPEG cut off', jpeg.subarray(0, -2)],
  ['a JPEG cut off in its header', jpeg.subarray(0, 100)],
  ['a WebP with HTML behind it', Buffer.concat([webp, Buffer.from(script)])],
  ['a WebP cut off', webp.subarray(0, -4)],
  ['a WAV file', Buffer.concat([webp.subarray(0, 8), Buffer.from('WAVE'), webp.subarray(12)])],
  ['an AVIF with HTML behind it', Buffer.concat([avif, Buffer.from(script)])],
  ['an AVIF cut off', avif.subarray(0, -4)],
  [
    'a JPEG of a million parts',
    Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(4_000_000, 'fffe0002', 'hex')]),
  ],
  ['an MP4', Buffer.concat([Buffer.from('0000001466747970', 'hex'), Buffer.from('isom0000isom')])],
]

function damaged(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(at) ^ 0xff, at)
  return copy
}
