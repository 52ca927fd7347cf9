import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import {
  personColumns,
  insertFullMember,
  type FullMember,
} from '#tests/support/factories/full-member.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import {
  eventDraft,
  signUpMember,
  signUpVerifiedMember,
  logIn,
} from '#tests/support/factories/people.ts'
import { pictureForm, png } from '#tests/support/factories/pictures.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

function leave(token: string, body: unknown, now?: number) {
  return worker.call<ErrorEnvelope | undefined>('DELETE', 'users/me', { token, body, now })
}

async function isThere(username: string): Promise<boolean> {
  const found = await worker.sql`select 1 from users where username = ${username}`
  return found.length === 1
}

/** Every cell of every table as one text. */
async function wholeDatabase(): Promise<string> {
  const tables = await query<{ name: string }>(
    worker,
    `select name from sqlite_master where type = 'table' and name not like 'search_%'
      and name not like 'sqlite_%'`,
  )
  const dumped = []
  for (const { name } of tables) dumped.push(await query(worker, `select * from "${name}"`))
  return JSON.stringify(dumped)
}

describe('a deleted member', () => {
  let member: FullMember
  let counts: { table: string; column: string }[]

  test.beforeAll(async () => {
    member = await insertFullMember(worker)
    counts = await personColumns(worker)
    for (const { table, column } of counts) {
      const held = await rowsOf(table, column)
      expect([table, held > 0]).toEqual([table, true])
    }
    const { status } = await leave(member.token, { username: member.username })
    expect(status).toBe(204)
  })

  async function rowsOf(table: string, column: string): Promise<number> {
    const sql = `select count(*) as count from ${table} where ${column} = ?`
    const [row] = await query<{ count: number }>(worker, sql, member.userId)
    return row?.count ?? 0
  }

  test('is named in no table that refers to people', async () => {
    expect(counts.length).toBeGreaterThan(13)
    for (const { table, column } of counts) {
      expect([table, await rowsOf(table, column)]).toEqual([table, 0])
    }
    expect(await isThere(member.username)).toBe(false)
  })

  test('leaves no name, address, secret or private row anywhere in the database [ASVS 14.2.4]', async () => {
    const text = await wholeDatabase()
    for (const trace of [member.username, member.email, 'secret-', `Author ${member.userId}`]) {
      expect([trace, text.includes(trace)]).toEqual([trace, false])
    }
    const kept = [...new Set(text.match(/mark-[a-z_]+/g))].toSorted()
    expect(kept).toEqual([
      'mark-articles',
      'mark-digest_items',
      'mark-event_channels',
      'mark-event_participants',
      'mark-events',
      'mark-eventsapproved',
      'mark-game_follows',
      'mark-group_follows',
      'mark-hypes',
      'mark-mail_suppressions',
      'mark-participation_answers',
      'mark-security_events',
      'mark-streamer_follows',
      'mark-streamers',
    ])
  })

  test('leaves approved events without a proposer, and none that was not approved', async () => {
    const events = await worker.sql<{
      id: number
      status: string
      proposer_id: number | null
    }>`select
      id, status, proposer_id from events where name like 'mark-events%'`
    expect(events).toEqual([{ id: member.approvedId, status: 'approved', proposer_id: null }])
    const seen = await worker.call<{ items: { id: number }[] }>('GET', 'events')
    expect(seen.body.items.map(({ id }) => id)).toContain(member.approvedId)
  })

  test('counts no more among hypes and follows', async () => {
    const [row] = await query(
      worker,
      `select (select hype_count from events where id = ?1) as hypes,
        (select hype_count from events where id = ?2) as ownHypes,
        (select follow_count from streamers where display_name = 'mark-streamer_follows') as fans,
        (select follow_count from games where name = 'mark-game_follows') as players,
        (select follow_count from event_groups where name = 'mark-group_follows') as guests`,
      member.hypedId,
      member.approvedId,
    )
    expect(row).toEqual({ hypes: 1, ownHypes: 1, fans: 0, players: 0, guests: 0 })
  })

  test('leaves the public facts of a streamer, whose accounts are nobody’s proof any more', async () => {
    const [row] = await worker.sql`select s.user_id, a.verified_at from streamers s
      join streaming_accounts a
      on a.streamer_id = s.id where s.id = ${member.streamerId}`
    expect(row).toEqual({ user_id: null, verified_at: null })
    const shown = await worker.call('GET', `streamers/${member.streamerId}`)
    expect(shown.status).toBe(200)
  })

  test('is signed in nowhere', async () => {
    const answer = await worker.call('GET', 'users/me', { token: member.token })
    expect([answer.status, answer.body.code]).toEqual([401, 'session_ended'])
  })
})

describe('deleting the account', () => {
  test('asks for the password of who has one, and clears the cookies [ASVS 7.5.1]', async () => {
    const { username, password, token } = await signUpMember(worker)
    for (const wrong of [{}, { username }, { password: `${password}!` }, { password: 7 }]) {
      const { status, body } = await leave(token, wrong)
      expect([wrong, status]).toEqual([wrong, 422])
      expect(body?.details).toMatchObject([{ path: 'password' }])
    }
    expect(await isThere(username)).toBe(true)
    const answer = await leave(token, { password })
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie().join('; ')).toMatch(/access_token=;.*refresh_token=;/s)
    expect(await isThere(username)).toBe(false)
    await expect(logIn(worker, username)).rejects.toThrow('401')
  })

  test('takes a channel along that was typed and never proved', async () => {
    const { username, token } = await createMember(worker)
    const profile = { display_name: 'Typist', language: 'en' }
    await worker.call('POST', 'users/me/streamer', { token, body: profile })
    const body = { platform: 'twitch', name: 'somebody_famous' }
    const typed = await worker.call('POST', 'users/me/streaming_accounts', { token, body })
    expect(typed.status).toBe(201)
    expect((await leave(token, { username })).status).toBe(204)
    expect(
      await worker.sql`select 1 from streaming_accounts where name_key = 'somebody_famous'`,
    ).toEqual([])
  })

  test('asks for the username of who has no password', async ({ member: { username, token } }) => {
    for (const wrong of [{}, { username: `${username}x` }, { password: 'anything' }]) {
      const { status, body } = await leave(token, wrong)
      expect(status).toBe(422)
      expect(body?.details).toMatchObject([{ path: 'username' }])
    }
    expect((await leave(token, { username })).status).toBe(204)
    expect(await isThere(username)).toBe(false)
  })

  test('lets nobody find a password out: the sixth wrong one has to wait', async () => {
    const now = Math.floor(Date.now() / hour) * hour + hour
    const { password, token } = await signUpMember(worker, { now })
    const statuses = []
    for (let attempt = 0; attempt < 8; attempt += 1) {
      statuses.push((await leave(token, { password: `wrong ${attempt}` }, now)).status)
    }
    expect(statuses.slice(0, 5)).toEqual([422, 422, 422, 422, 422])
    expect(statuses.at(-1)).toBe(429)
    expect((await leave(token, { password }, now)).status).toBe(429)
    expect((await leave(token, { password }, now + 10 * 60_000)).status).toBe(204)
  })

  test('is done by the member alone, also when soft-banned', async ({ member: { username } }) => {
    const nobody = await worker.call('DELETE', 'users/me', { body: { username } })
    expect(nobody.status).toBe(401)
    expect(await isThere(username)).toBe(true)
    const banned = await createMember(worker, { isSoftBanned: true })
    expect((await leave(banned.token, { username: banned.username })).status).toBe(204)
  })

  test('frees the name and the address', async () => {
    const { username, email, password, token } = await signUpMember(worker)
    await leave(token, { password })
    const again = await worker.call('POST', 'auth/signup', {
      body: { name: username, email, password },
    })
    expect(again.status).toBe(201)
    expect((await worker.call('GET', 'users/me', { token })).status).toBe(401)
  })

  test('removes the picture and the uploads, but for those that an approved event shows', async () => {
    const { token, username, userId } = await createMember(worker)
    const avatar = await worker.call<{ avatar_path: string }>('PUT', 'users/me/avatar', {
      token,
      body: pictureForm(png()),
    })
    const upload = async () => {
      const body = pictureForm(png())
      const answer = await worker.call<{ path: string }>('POST', 'uploads', { token, body })
      return answer.body.path
    }
    const [shown, proposed, unused] = [await upload(), await upload(), await upload()]
    for (const thumbnail_path of [shown, proposed]) {
      const body = eventDraft(Date.now() + 5 * day, { thumbnail_path })
      await worker.call('POST', 'events', { token, body })
    }
    await worker.sql`update events set status = 'approved' where thumbnail_path = ${shown}`
    await leave(token, { username })
    const gone = [avatar.body.avatar_path, proposed, unused]
    await waitFor(async () => {
      const keys = await worker.mediaKeys('')
      return gone.every((path) => !keys.includes(path))
    }, 'the removal')
    expect((await worker.fetch(`/media/${shown}`)).status).toBe(200)
    expect((await worker.fetch(`/media/${unused}`)).status).toBe(404)
    expect(await worker.sql`select 1 from uploads where user_id = ${userId}`).toEqual([])
  })
})

describe('the mailed link that deletes an account', () => {
  function ask(email: string, now?: number) {
    return worker.call('POST', 'auth/delete_account/request', { body: { email }, now })
  }
  function open(token: string, now?: number) {
    return worker.call('POST', 'auth/delete_account', { body: { token }, now })
  }

  async function mailedToken(email: string): Promise<string> {
    const pattern = /\/auth\/delete-account\/([\w-]+)/
    const mail = await waitFor(
      async () => (await worker.mails(email)).find(({ text }) => pattern.test(text)),
      'the mail',
    )
    expect(mail.headers['List-Unsubscribe']).toBeUndefined()
    return pattern.exec(mail.text)?.[1] ?? ''
  }

  test('deletes it, once [ASVS 6.5.1]', async () => {
    const { username, email } = await signUpVerifiedMember(worker)
    expect((await ask(email.toUpperCase())).status).toBe(200)
    const token = await mailedToken(email)
    expect(await isThere(username)).toBe(true)
    expect((await open(token)).status).toBe(204)
    expect(await isThere(username)).toBe(false)
    const again = await open(token)
    expect([again.status, again.body.code]).toEqual([422, 'bad_verification_token'])
  })

  test('is mailed to a deactivated member too, who cannot sign in to ask for it', async () => {
    const { username, email } = await signUpVerifiedMember(worker)
    await worker.sql`update users set is_active = 0 where username = ${username}`
    expect((await ask(email)).status).toBe(200)
    expect((await open(await mailedToken(email))).status).toBe(204)
    expect(await isThere(username)).toBe(false)
  })

  test('is asked for with the same answer whether there is an account or not', async () => {
    const { email } = await signUpMember(worker)
    const [known, unknown] = [await ask(email), await ask('nobody-at-all@example.com')]
    expect([known.status, known.body]).toEqual([200, {}])
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect(await worker.mails('nobody-at-all@example.com')).toEqual([])
    expect((await ask('no address')).status).toBe(422)
  })

  test('works for an hour, and for the address it was sent to', async () => {
    const now = Date.now()
    const late = await signUpMember(worker, { now })
    await ask(late.email, now)
    const token = await mailedToken(late.email)
    expect((await open(token, now + hour)).status).toBe(422)
    await worker.sql`update users set email = 'moved@example.com' where username = ${late.username}`
    expect((await open(token, now)).status).toBe(422)
    expect(await isThere(late.username)).toBe(true)
  })

  test('is not any other mailed link, nor something made up [ASVS 6.6.2]', async () => {
    const { username, email } = await signUpMember(worker)
    const pattern = /\/auth\/verify\/([\w-]+)/
    const mail = await waitFor(async () => (await worker.mails(email))[0], 'the mail')
    const tokens = [pattern.exec(mail.text)?.[1] ?? '', 'x', '%', 'x'.repeat(201)]
    for (const token of tokens) expect((await open(token)).status).toBe(422)
    expect(await isThere(username)).toBe(true)
  })

  test('is mailed five times in an hour at most', async () => {
    const now = Math.floor(Date.now() / hour) * hour
    const { email } = await signUpMember(worker, { now })
    for (let time = 0; time < 7; time += 1) expect((await ask(email, now)).status).toBe(200)
    const [row] = await worker.sql<{ count: number }>`select count(*) as count from account_tokens
      where email = ${email} and kind = 'delete_account'`
    expect(row?.count).toBe(5)
  })
})
