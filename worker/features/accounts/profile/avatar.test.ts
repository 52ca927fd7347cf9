import { DatabaseError } from '#worker/db/errors.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import type { Ctx, Member } from '#worker/context.ts'
import type { SendQueries } from '#worker/db/hrana.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { png } from '#tests/support/factories/pictures.ts'
import { setAvatar } from './avatar.ts'

const now = Date.UTC(2027, 0, 1)
const file = new File([Uint8Array.from(png())], 'me.png', { type: 'image/png' })

let database: TemporaryDatabase
beforeAll(async () => {
  database = await startTemporaryDatabase()
  await database.query(`insert into users (id, username, username_key, created_at)
    values (1, 'ana', 'ana', 0)`)
  await database.query(`insert into sessions (id, user_id, created_at, last_used_at, expires_at)
    values (7, 1, 0, 0, ${now + 1})`)
})
afterAll(() => database.remove())

let stored: string[]
let queued: QueueMessage[]
beforeEach(() => {
  stored = []
  queued = []
})

/** The picture is stored between the two. */
function ctxWith(lastWrite: SendQueries): Ctx<Member> {
  const send: SendQueries = (queries, mode) =>
    stored.length === 0 ? database.db.send(queries, mode) : lastWrite(queries, mode)
  return {
    db: Object.assign(Object.create(database.db) as typeof database.db, { send }),
    now,
    locale: 'en',
    actor: { kind: 'member', userId: 1, sessionId: 7, requires: 'member' },
    media: { put: (key: string) => Promise.resolve(void stored.push(key)) },
    send: (messages: QueueMessage[]) => Promise.resolve(void queued.push(...messages)),
  } as unknown as Ctx<Member>
}

test('a file is removed again when the session ends before it is shown', async () => {
  const ctx = ctxWith(async (queries, mode) => {
    await database.query('update sessions set revoked_at = 1')
    return database.db.send(queries, mode)
  })
  await expect(setAvatar(ctx, { file })).rejects.toMatchObject({ code: 'session_ended' })
  await database.query('update sessions set revoked_at = null')
  expect(queued).toEqual([{ type: 'remove_media', keys: stored }])
  expect(await database.query('select avatar_path from users')).toEqual([{ avatar_path: null }])
})

test('a file stays when nobody knows whether it is shown', async () => {
  const lost = new DatabaseError('the database cannot be reached', 'UNREACHABLE')
  const ctx = ctxWith(() => Promise.reject(lost))
  await expect(setAvatar(ctx, { file })).rejects.toBe(lost)
  expect([stored.length, queued]).toEqual([1, []])
})
