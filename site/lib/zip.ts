export type ZipEntry = { name: string; bytes: Uint8Array<ArrayBuffer> }

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

function computeCrc32(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) crc = (table[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8)
  return ~crc >>> 0
}

/** Little-endian fields of two or four bytes each. */
function pack(...fields: readonly (readonly [size: 2 | 4, value: number])[]) {
  const bytes = new Uint8Array(fields.reduce((sum, [size]) => sum + size, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [size, value] of fields) {
    if (size === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += size
  }
  return bytes
}

/** 1 January 1980, for all. */
const firstDay = 33
/** Names are UTF-8. */
const utf8 = 0x0800

/** Uncompressed, as pictures are compressed already; APPNOTE.TXT of PKWARE, 4.3. */
export function createZip(entries: readonly ZipEntry[]): Blob {
  const files: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const nameBytes = new TextEncoder().encode(name)
    const facts = [
      ...([
        [2, 20],
        [2, utf8],
        [2, 0],
        [2, 0],
        [2, firstDay],
      ] as const),
      ...([
        [4, computeCrc32(bytes)],
        [4, bytes.length],
        [4, bytes.length],
      ] as const),
      ...([
        [2, nameBytes.length],
        [2, 0],
      ] as const),
    ]
    const header = pack([4, 0x04034b50], ...facts)
    files.push(header, nameBytes, bytes)
    const rest = [
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, offset],
    ] as const
    directory.push(pack([4, 0x02014b50], [2, 20], ...facts, ...rest), nameBytes)
    offset += header.length + nameBytes.length + bytes.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const count = entries.length
  const counts = [
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, size],
    [4, offset],
    [2, 0],
  ] as const
  const end = pack([4, 0x06054b50], ...counts)
  return new Blob([...files, ...directory, end], { type: 'application/zip' })
}
