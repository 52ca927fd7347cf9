import { describe, expect, test } from 'vitest'
import {
  avif,
  disguised,
  jpeg,
  losslessWebp,
  png,
  webp,
} from '#tests/support/factories/pictures.ts'
import { readPicture } from './picture.ts'

describe('a picture', () => {
  test.each([
    ['PNG', png({ width: 3, height: 2 }), 'png'],
    ['JPEG', jpeg, 'jpg'],
    ['WebP', webp, 'webp'],
    ['lossless WebP', losslessWebp, 'webp'],
    ['AVIF', avif, 'avif'],
  ])('that is a %s is told by its bytes, and kept as it is', (_, bytes, kind) => {
    const picture = readPicture(bytes)
    expect(picture).toMatchObject({ kind, width: 3, height: 2 })
    expect(Buffer.from(picture!.bytes).equals(bytes)).toBe(true)
  })

  test.each(disguised)('is not %s [ASVS 5.2.2]', (_, bytes) => {
    expect(readPicture(bytes)).toBeUndefined()
  })

  test('is whole: cut anywhere, it is none [ASVS 1.4.1, 1.4.2, 1.4.3]', () => {
    for (const bytes of [png(), jpeg, webp, losslessWebp, avif]) {
      for (let length = 0; length < bytes.length; length += 1) {
        expect([length, readPicture(bytes.subarray(0, length))]).toEqual([length, undefined])
      }
    }
  })

  test('has its size told however large it claims to be', () => {
    expect(readPicture(png({ width: 65_000, height: 1 }))).toMatchObject({ width: 65_000 })
  })
})

describe('what stands beside the picture', () => {
  const place = Buffer.from('GPS 48.8566 N 2.3522 E <script>')

  test('is left out of a PNG', () => {
    const bytes = png({
      extra: [
        ['tEXt', place],
        ['eXIf', place],
        ['zzZz', place],
        ['iCCP', place],
      ],
    })
    expect(Buffer.from(readPicture(bytes)!.bytes).equals(png())).toBe(true)
  })

  test('is left out of a JPEG', () => {
    const segments = [segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), place]))]
    segments.push(segment(0xfe, place), segment(0xed, place), segment(0xe2, place))
    const picture = readPicture(withSegments(segments))
    expect(Buffer.from(picture!.bytes).equals(jpeg)).toBe(true)
  })

  test.each(['II', 'MM'])('but which way up a JPEG is shown stays (%s)', (order) => {
    const exif = Buffer.concat([Buffer.from('Exif\0\0'), tiff(order, 6), place])
    const { bytes } = readPicture(withSegments([segment(0xe1, exif)]))!
    const kept = Buffer.from(bytes)
    expect(kept.includes('GPS')).toBe(false)
    const own = segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff('MM', 6)]))
    expect(kept.equals(withSegments([own]))).toBe(true)
  })

  test('is left out of a WebP', () => {
    const { bytes } = readPicture(
      extendedWebp(0x0c, [
        ['EXIF', place],
        ['XMP ', place],
      ]),
    )!
    expect(Buffer.from(bytes).equals(extendedWebp(0, []))).toBe(true)
  })

  test.each([
    ['another box', Buffer.concat([avif, box('free', place)])],
    ['a box of its own before its data', inserted(box('uuid', place))],
    ['more data', Buffer.concat([avif, box('mdat', place)])],
    ['data that is no item’s, behind its own', withData((data) => Buffer.concat([data, place]))],
    ['a property of an unknown kind', renamed('pixi', 'udes')],
    ['a box of an unknown kind in its description', renamed('pitm', 'xml ')],
  ])(
    'makes an AVIF with %s none, since nothing can be taken out of it [ASVS 5.2.2]',
    (_, bytes) => {
      expect(readPicture(bytes)).toBeUndefined()
    },
  )

  test('makes an AVIF with a text among its items none', () => {
    const bytes = Buffer.from(avif)
    const item = bytes.indexOf('av01', bytes.indexOf('infe'))
    bytes.write('Exif', item, 'latin1')
    expect(readPicture(bytes)).toBeUndefined()
  })
})

test('an animated WebP is none', () => {
  expect(readPicture(extendedWebp(0x02, []))).toBeUndefined()
})

/** A box as files of this family are made of. */
function box(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** The sample with its data, which stands last, made anew. */
function withData(change: (data: Buffer) => Buffer): Buffer {
  const at = avif.lastIndexOf('mdat') - 4
  return Buffer.concat([avif.subarray(0, at), box('mdat', change(avif.subarray(at + 8)))])
}

/** The sample with a box before its data, whose place is set right. */
function inserted(extra: Buffer): Buffer {
  const at = avif.lastIndexOf('mdat') - 4
  const bytes = Buffer.concat([avif.subarray(0, at), extra, avif.subarray(at)])
  const offset = bytes.indexOf('iloc') + 18
  bytes.writeUInt32BE(bytes.readUInt32BE(offset) + extra.length, offset)
  return bytes
}

function renamed(from: string, to: string): Buffer {
  const bytes = Buffer.from(avif)
  bytes.write(to, bytes.indexOf(from), 'latin1')
  return bytes
}

function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** The sample with further segments behind its first marker. */
function withSegments(segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

/** Exif's own format with the orientation alone. */
function tiff(order: string, orientation: number): Buffer {
  const numbers = [
    [2, 42],
    [4, 8],
    [2, 1],
    [2, 0x0112],
    [2, 3],
    [4, 1],
    [2, orientation],
    [2, 0],
    [4, 0],
  ]
  const parts = numbers.map(([size = 2, value = 0]) => {
    const part = Buffer.alloc(size)
    if (order === 'II') part.writeUIntLE(value, 0, size)
    else part.writeUIntBE(value, 0, size)
    return part
  })
  return Buffer.concat([Buffer.from(order), ...parts])
}

/** The sample as a WebP with a header for extras. */
function extendedWebp(flags: number, extras: [name: string, body: Buffer][]): Buffer {
  const header = Buffer.from([flags, 0, 0, 0, 2, 0, 0, 1, 0, 0])
  const chunks = [chunk('VP8X', header), webp.subarray(12), ...extras.map((one) => chunk(...one))]
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  return chunk('RIFF', body)
}

function chunk(name: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from(name), length, body, Buffer.alloc(body.length % 2)])
}
