import { insertMember, query, type Member } from '#tests/support/factories/members.ts'
import type { TestWorker } from '#tests/support/drivers/worker.ts'

type Environment = Pick<TestWorker, 'environment'>

/** Follows as they would stand after as many clicks; the counts come from triggers. */
export async function insertFollows(
  worker: Environment,
  kind: 'streamer' | 'game',
  id: number,
  members: readonly Pick<Member, 'userId'>[],
  at = Date.now(),
): Promise<void> {
  for (const { userId } of members) {
    await query(
      worker,
      `insert into ${kind}_follows (${kind}_id, user_id, created_at) values (?, ?, ?)`,
      id,
      userId,
      at,
    )
  }
}

export function insertMembers(worker: TestWorker, count: number): Promise<Member[]> {
  return Promise.all(Array.from({ length: count }, () => insertMember(worker)))
}

/** A streamer's channel; answers with its id. */
export async function insertAccount(
  worker: Environment,
  streamerId: number,
  name: string,
  { platform = 'twitch', isVerified = false } = {},
): Promise<number> {
  const [account] = await query<{ id: number }>(
    worker,
    `insert into streaming_accounts (streamer_id, platform, name, name_key, verified_at, created_at)
      values (?, ?, ?, ?, ?, 0) returning id`,
    streamerId,
    platform,
    name,
    name.toLowerCase(),
    isVerified ? 1 : null,
  )
  return account?.id ?? 0
}

/** A cursor as a list would write it of an order and keys, right or wrong. */
export function writeCursor(...parts: (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

type Listed = { items: { id: number }[]; next_cursor: string | null }

/** All ids of a list, page by page; `between` runs after each page. */
export async function listAllIds(
  worker: TestWorker,
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
