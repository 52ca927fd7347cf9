import type { DatabaseProxy } from '#tests/support/fakes/database-proxy.ts'
import { query } from '#tests/support/factories/rows.ts'
import type { Member } from '#tests/support/factories/members.ts'
import type { TestApi } from './api.ts'

type Answer = { status: number; body: unknown }
export type EndedSession = {
  /** Answers while the session ended, one for each write of the call. */
  refusals: string[]
  done: Answer
  /** Whether the session had ended by then: a write that was not checked. */
  isEnded: boolean
}

/**
 * Makes the same call over and over. The session ends right before the first write of the call, then
 * before the second, until there is none that this stops.
 */
export async function endAtEachWrite(
  worker: TestApi,
  proxy: DatabaseProxy,
  { sessionId }: Pick<Member, 'sessionId'>,
  ask: () => Promise<Answer>,
): Promise<EndedSession> {
  const setEnd = (at: number | null) =>
    query(worker, 'update sessions set revoked_at = ? where id = ?', at, sessionId)
  const refusals: string[] = []
  for (let last = 1; ; last += 1) {
    let writes = 0
    proxy.beforeWrite = async () => {
      writes += 1
      if (writes === last) await setEnd(1)
    }
    const done = await ask()
    proxy.beforeWrite = () => undefined
    const isEnded = writes >= last
    if (isEnded) await setEnd(null)
    if (!isEnded || done.status < 400) return { refusals, done, isEnded }
    refusals.push(`${done.status} ${(done.body as { code?: string }).code ?? ''}`)
  }
}
