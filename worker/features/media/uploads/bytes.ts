/** Size in pixels, and the parts of the file that the picture needs. */
export type ImageSegments = { width: number; height: number; parts: Uint8Array[] }

/** A file of more parts than this was not written by an editor, but to fill a memory. */
export const maxSegments = 5000

export function createDataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

export function readFourCharacterCode(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

export function beginsWith(bytes: Uint8Array, beginning: readonly number[]): boolean {
  return bytes.length >= beginning.length && beginning.every((byte, at) => bytes[at] === byte)
}
