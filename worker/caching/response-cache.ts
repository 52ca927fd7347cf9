import type { CachePolicy } from './cache-policy.ts'

export type CachedResponse = {
  bytes: Uint8Array<ArrayBuffer>
  headers: [string, string][]
  policy: CachePolicy
  version: string
  /** Unix milliseconds. */
  createdAt: number
}

const entryBytes = 2_000
/** No page has a longer address. */
const longestKey = 2_000

export class ResponseCache {
  readonly #maxBytes: number
  readonly #entries = new Map<string, CachedResponse>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get(key: string): CachedResponse | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  set(key: string, entry: CachedResponse): void {
    this.delete(key)
    if (key.length > longestKey || countEntryBytes(key, entry) > this.#maxBytes / 8) return
    this.#entries.set(key, entry)
    this.#bytes += countEntryBytes(key, entry)
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.delete(oldest)
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= countEntryBytes(key, entry)
  }
}

function countEntryBytes(key: string, { bytes }: CachedResponse): number {
  return 2 * key.length + bytes.byteLength + entryBytes
}
