const firstBytes = 16 * 1024

/**
 * Reads to the end; undefined when there was more than may be kept. Takes room as bytes arrive: a
 * sender who announces nothing is not given all of it at once.
 */
export async function readAtMost(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  let bytes = new Uint8Array(Math.min(firstBytes, maxBytes))
  let size = 0
  await body.pipeTo(
    new WritableStream({
      write(chunk) {
        const end = size + chunk.length
        if (end > maxBytes) bytes = new Uint8Array()
        else {
          if (end > bytes.length)
            bytes = grown(bytes, Math.min(maxBytes, Math.max(end, bytes.length * 2)))
          bytes.set(chunk, size)
        }
        size = end
      },
    }),
  )
  return size > maxBytes ? undefined : bytes.subarray(0, size)
}

function grown(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length)
  larger.set(bytes)
  return larger
}
