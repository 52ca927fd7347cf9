const firstBytes = 16 * 1024

/** Undefined for a longer body, whose rest is read and dropped to keep the connection usable. */
export async function readBytesAtMost(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  excess: 'drop' | 'cut_off' = 'drop',
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  let bytes = new Uint8Array(Math.min(firstBytes, maxBytes))
  let size = 0
  for await (const chunk of body) {
    const end = size + chunk.length
    if (end > maxBytes) {
      if (excess === 'cut_off') return undefined
      bytes = new Uint8Array()
    } else {
      if (end > bytes.length)
        bytes = growBytes(bytes, Math.min(maxBytes, Math.max(end, bytes.length * 2)))
      bytes.set(chunk, size)
    }
    size = end
  }
  return size > maxBytes ? undefined : bytes.subarray(0, size)
}

function growBytes(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length)
  larger.set(bytes)
  return larger
}
