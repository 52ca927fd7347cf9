import { describe, expect, test } from 'vitest'
import { readBytesAtMost } from './read-at-most.ts'

const mib = 1024 * 1024

function bodyOf(pieces: number, size: number): ReadableStream<Uint8Array> {
  let piece = 0
  return new ReadableStream({
    pull(controller) {
      if (piece === pieces) return controller.close()
      controller.enqueue(new Uint8Array(size).fill(piece))
      piece += 1
    },
  })
}

describe('a body of unknown length', () => {
  test('is read whole up to the limit, and not beyond', async () => {
    const bytes = await readBytesAtMost(bodyOf(50, 4000), 200_000)
    expect(bytes?.length).toBe(200_000)
    expect([bytes?.[0], bytes?.[3999], bytes?.[4000], bytes?.at(-1)]).toEqual([0, 0, 1, 49])
    expect(await readBytesAtMost(bodyOf(50, 4000), 199_999)).toBeUndefined()
    expect(await readBytesAtMost(bodyOf(0, 0), 5)).toHaveLength(0)
  })

  test('has its sender cut off where the rest need not be read', async () => {
    let isCutOff = false
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(1000)),
      cancel: () => void (isCutOff = true),
    })
    expect(await readBytesAtMost(endless, 5000, 'cut_off')).toBeUndefined()
    expect(isCutOff).toBe(true)
  })

  test('takes no more room than it needs [ASVS 15.2.2]', async () => {
    const room = async (pieces: number) =>
      (await readBytesAtMost(bodyOf(pieces, 1000), 5 * mib))?.buffer.byteLength
    expect(await room(1)).toBe(16 * 1024)
    expect(await room(100)).toBeLessThan(200_001)
    expect(await room(5000)).toBeLessThanOrEqual(5 * mib)
  })
})
