import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { MeView } from '#worker/features/accounts/profile/contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertStreamer } from '#tests/support/factories/directory.ts'
import { createMember, tokenFor, password } from '#tests/support/factories/members.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { eventDraft, logIn } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

function me(token: string) {
  return worker.call<MeView>('GET', 'users/me', { token })
}

function change(token: string, body: unknown) {
  return worker.call<MeView & ErrorEnvelope>('PATCH', 'users/me', { token, body })
}

describe('the signed-in member', () => {
  test('is told who they are [ASVS 15.3.1]', async () => {
    const person = await createMember(worker, { isVerified: false, hasPassword: true })
    const { status, body } = await me(person.token)
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(Number) as number,
      username: person.username,
      email: person.email,
      is_email_verified: false,
      has_password: true,
      avatar_path: null,
      is_soft_banned: false,
      scopes: ['user'],
      member_since: expect.stringMatching(/Z$/) as string,
    })
  })

  test('without a password, as a moderator, soft-banned, is told so', async () => {
    const { token } = await createMember(worker, { role: 'moderator', isSoftBanned: true })
    expect((await me(token)).body).toMatchObject({
      has_password: false,
      is_email_verified: true,
      is_soft_banned: true,
      scopes: ['user', 'moderator'],
    })
  })

  test('costs a read one trip to the database and a change two', async ({ member: { token } }) => {
    const before = worker.trips()
    await me(token)
    expect(worker.trips() - before).toBe(1)
    await change(token, { username: 'costs-two' })
    expect(worker.trips() - before).toBe(3)
  })
})

describe('the username', () => {
  test('is changed, and the new one signs in', async () => {
    const person = await createMember(worker, { isVerified: false, hasPassword: true })
    const username = `Renamed_${person.username.slice(-6)}`
    const { status, body } = await change(person.token, { username: ` ${username} ` })
    expect([status, body.username]).toEqual([200, username])
    expect((await me(person.token)).body.username).toBe(username)
    expect(await logIn(worker, username.toUpperCase())).toMatch(/\./)
    await expect(logIn(worker, person.username)).rejects.toThrow('401')
  })

  test('may change the case of its letters', async ({ member: { token, username } }) => {
    const answer = await change(token, { username: username.toUpperCase() })
    expect([answer.status, answer.body.username]).toEqual([200, username.toUpperCase()])
  })

  test('of somebody else is refused, whatever its case, and nothing changes', async () => {
    const other = await createMember(worker)
    const { token, username } = await createMember(worker)
    const answer = await change(token, { username: other.username.toUpperCase() })
    expect([answer.status, answer.body.code]).toEqual([409, 'username_taken'])
    expect((await me(token)).body.username).toBe(username)
  })

  test('that would speak for the site is refused here and at sign-up, however it is written [ASVS 6.3.2]', async () => {
    for (const name of ['Support', 'ad-min', 'HYPE_CAL', 'm-e']) {
      const { token, username } = await createMember(worker)
      const renamed = await change(token, { username: name })
      expect([name, renamed.status]).toEqual([name, 422])
      const fault = { msg: 'This username is reserved' }
      expect(renamed.body.details).toEqual([{ path: 'username', ...fault }])
      expect((await me(token)).body.username).toBe(username)
      const body = { name, email: 'reserved@example.com', password: 'long enough' }
      const joined = await worker.call('POST', 'auth/signup', { body })
      expect([joined.status, joined.body.details]).toEqual([422, [{ path: 'name', ...fault }]])
    }
    expect(
      (await change((await createMember(worker)).token, { username: 'admin-fan' })).status,
    ).toBe(200)
  })

  test('that is reserved stays with who has it', async () => {
    const token = await tokenFor(worker, 'admin')
    const answer = await change(token, { username: 'Admin' })
    expect([answer.status, answer.body.username]).toEqual([200, 'Admin'])
    await change(token, { username: 'admin' })
  })

  test('stays where none is named', async ({ member: { token, username } }) => {
    expect((await change(token, {})).body.username).toBe(username)
  })

  test.each(['ab', 'x'.repeat(31), 'two words', 'éric', '<b>x</b>', '', 7, null])(
    'is not %j',
    async (wrong) => {
      const { token, username } = await createMember(worker)
      const { status, body } = await change(token, { username: wrong })
      expect(status).toBe(422)
      expect(body.details).toMatchObject([{ path: 'username' }])
      expect((await me(token)).body.username).toBe(username)
    },
  )
})

describe('markup in what a person writes', () => {
  const markup = `</script><img src=x onerror="alert(1)">'{{7*7}}`

  test('is refused in an e-mail address and a username [ASVS 1.3.11]', async () => {
    for (const field of [{ email: `${markup}@example.com` }, { name: markup }]) {
      const right = { name: 'right-name', email: 'right@example.com', password: 'long enough' }
      const answer = await worker.call('POST', 'auth/signup', { body: { ...right, ...field } })
      expect(answer.status).toBe(422)
    }
  })

  test('is text on the public page of a streamer [ASVS 1.2.3]', async ({ member: { userId } }) => {
    const streamer = await insertStreamer(worker, markup, userId)
    await createEvent(worker, { streamerIds: [streamer] })
    await expectText(`/streamers/${streamer}`)
    await expectText('/streamers')
  })

  test('is text on the public page of an event, in each field that people write [ASVS 1.1.2, 1.2.1]', async () => {
    const startAt = Date.now() + day
    const { id, slug } = await createEvent(worker, { startAt, endAt: startAt + day, name: markup })
    await worker.sql`update events set description = ${markup}, additional_info = ${markup},
      cancel_reason = ${markup} where id = ${id}`
    await worker.sql`insert into event_participants (event_id, position, display_name, account)
      values (${id}, 0, ${markup}, ${markup})`
    await expectText(`/events/${slug}`)
    await expectText('/events')
    await expectText(`/search?q=${encodeURIComponent('onerror')}`)
  })

  test('is the same text in the answers to its writer [ASVS 4.1.1]', async () => {
    const { token } = await createMember(worker)
    const body = eventDraft(Date.now() + 3 * day, {
      name: markup,
      description: markup,
      additional_info: markup,
      participants: [{ display_name: markup }],
    })
    const answer = await worker.call<Record<string, unknown>>('POST', 'events', { token, body })
    expect(answer.body).toMatchObject({
      name: markup,
      description: markup,
      additional_info: markup,
      participants: [{ display_name: markup }],
    })
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/)
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  })

  test('is text in the name of a device and a file [ASVS 5.4.1, 5.4.2]', async () => {
    const person = await createMember(worker, { isVerified: false, hasPassword: true })
    await worker.call('POST', 'auth/login', {
      body: new URLSearchParams({ username: person.username, password }),
      headers: { 'User-Agent': markup },
    })
    const exported = await worker.call<{ sessions: { user_agent: string }[] }>(
      'GET',
      'users/me/export',
      { token: person.token },
    )
    expect(exported.body.sessions.map(({ user_agent }) => user_agent)).toContain(markup)
    expect(exported.headers.get('Content-Disposition')).toMatch(/^attachment; filename="[\w.-]+"$/)
  })

  async function expectText(path: string): Promise<void> {
    const response = await worker.fetch(path)
    expect([path, response.status]).toEqual([path, 200])
    const html = await response.text()
    expect(html).toContain('&lt;img src=x onerror=')
    // Between quotation marks an angle bracket is a letter; the marks themselves are escaped there.
    const outsideQuotes = html.replace(/="[^"]*"/g, '=""')
    expect(outsideQuotes).not.toMatch(/<img src=x|onerror=""/)
    expect(html).not.toMatch(/onerror="/)
  }
})
