import type { TestApi } from './api.ts'

/** A cursor as a list would write it of an order and keys, right or wrong. */
export function writeCursor(...parts: (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

type Listed = { items: { id: number }[]; next_cursor: string | null }

/** All ids of a list, page by page; `between` runs after each page. */
export async function listAllIds(
  worker: TestApi,
  path: string,
  options: { limit?: number; now?: number; between?: () => Promise<unknown> } = {},
): Promise<number[]> {
  const { limit = 2, now, between } = options
  const ids: number[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const search: string = `limit=${limit}${cursor && `&cursor=${cursor}`}`
    const joint = path.includes('?') ? '&' : '?'
    const { status, body } = await worker.call<Listed>('GET', path + joint + search, { now })
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    ids.push(...body.items.map(({ id }) => id))
    cursor = body.next_cursor
    await between?.()
  }
  return ids
}
