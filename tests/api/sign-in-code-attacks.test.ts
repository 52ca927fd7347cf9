import { describe, expect } from 'vitest'
import { day, hour, minute } from '#tests/support/drivers/durations.ts'
import {
  askForCode,
  codeIn,
  enterCode,
  mailedCode,
  otherThan,
  requestCode,
} from '#tests/support/drivers/sign-in-codes.ts'
import { cookiesOf } from '#tests/support/drivers/sign-in-journey.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { signUpMember, mailedToken } from '#tests/support/factories/people.ts'
import { query } from '#tests/support/factories/rows.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

/** In the middle of an hour: the counters begin anew with each. */
const now = Math.floor(Date.now() / hour) * hour + 30 * minute

let addresses = 0
function newAddress(): string {
  addresses += 1
  return `198.51.100.${addresses}`
}

let emails = 0
function newEmail(): string {
  emails += 1
  return `hostile-${process.pid}-${emails}@example.com`
}

type Entry = { request: string; code: string }

async function outcome(entry: Entry, call: { now?: number; from?: string } = {}): Promise<string> {
  const { status, body } = await enterCode(worker, entry, { now, ...call })
  return status === 200 ? '200' : `${status} ${body.code}`
}

const wrong = '422 wrong_sign_in_code'
const exhausted = '422 too_many_wrong_codes'
const over = '422 sign_in_code_expired'

describe('a code', () => {
  test('is over at its fifth wrong try, even for the right one', async () => {
    const { request, code } = await requestCode(worker, newEmail(), { now })
    const guess = { request, code: otherThan(code) }
    const heard = []
    for (let turn = 0; turn < 5; turn += 1) heard.push(await outcome(guess))
    expect(heard).toEqual([wrong, wrong, wrong, wrong, exhausted])
    expect(await outcome({ request, code })).toBe(exhausted)
  })

  test('is tried five times at most by guesses that come at once [ASVS 6.6.3]', async () => {
    const email = newEmail()
    const { request, code } = await requestCode(worker, email, { now })
    const guesses = Array.from({ length: 20 }, () => outcome({ request, code: otherThan(code) }))
    const heard = await Promise.all(guesses)
    expect(heard.filter((one) => one === wrong)).toHaveLength(4)
    expect(heard.filter((one) => one === exhausted)).toHaveLength(16)
    const rows = await worker.sql`select attempts, used_at from sign_in_codes
      where email_key = ${email}`
    expect(rows).toEqual([{ attempts: 5, used_at: null }])
    expect(await outcome({ request, code })).toBe(exhausted)
  })

  test('works once [ASVS 6.5.1]', async () => {
    const entry = await requestCode(worker, newEmail(), { now })
    expect(await outcome(entry)).toBe('200')
    expect(await outcome(entry)).toBe(over)
  })

  test('works for ten minutes, to the millisecond [ASVS 6.5.5]', async () => {
    const last = await requestCode(worker, newEmail(), { now })
    const late = await requestCode(worker, newEmail(), { now })
    expect(await outcome(late, { now: now + 10 * minute })).toBe(over)
    expect(await outcome(last, { now: now + 10 * minute - 1 })).toBe('200')
  })

  test('works where it was requested alone, and in each tab that requested one [ASVS 6.5.1]', async () => {
    const email = newEmail()
    const first = await requestCode(worker, email, { now })
    const second = await requestCode(worker, email, { now, sentBefore: 1 })
    expect(await outcome({ ...first, code: second.code })).toBe(wrong)
    expect(await outcome(first)).toBe('200')
    expect(await outcome(second)).toBe('200')
  })

  test('of a known device is not ended by a stranger’s request [abuse 14]', async ({ member }) => {
    const first = await enterCode(worker, await requestCode(worker, member.email, { now }), { now })
    const headers = { Cookie: `known_device=${cookiesOf(first)['known_device']}` }
    const own = await requestCode(worker, member.email, { now, headers, sentBefore: 1 })
    expect((await askForCode(worker, member.email, { now, from: '203.0.113.9' })).status).toBe(200)
    expect(await outcome(own)).toBe('200')
    await worker.drainQueue(now)
    const mails = await worker.mails(member.email)
    const warned = mails.map(({ text }) => text.includes('from a device that hasn’t logged in'))
    expect(warned).toEqual([true, false, true])
  })

  test('opens nothing without the request of the browser that asked for it [ASVS 6.6.2]', async () => {
    const email = newEmail()
    const { code } = await requestCode(worker, email, { now })
    const [row] = await worker.sql<{ id: string; request_hash: string }>`select id, request_hash
      from sign_in_codes where email_key = ${email}`
    for (const request of ['made-up', row!.id, row!.request_hash]) {
      expect(await outcome({ request, code })).toBe(over)
    }
  })

  test('of one address does not open another [ASVS 6.6.2]', async ({ member: victim }) => {
    const own = await requestCode(worker, newEmail(), { now })
    const asked = await askForCode(worker, victim.email, { now })
    expect(await outcome({ request: asked.body.request, code: own.code })).toBe(wrong)
    expect(await outcome({ request: own.request, code: own.code })).toBe('200')
  })

  test('is stored neither in plain text nor as a plain hash [ASVS 6.5.2]', async () => {
    const email = newEmail()
    const { request, code } = await requestCode(worker, email, { now })
    const rows = await worker.sql`select * from sign_in_codes where email_key = ${email}`
    const stored = JSON.stringify(rows)
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(request)
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code))
    expect(stored).not.toContain(Buffer.from(digest).toString('base64url'))
    expect(worker.logs()).not.toContain(code)
  })

  test('is not taken from a foreign page', async () => {
    const entry = await requestCode(worker, newEmail(), { now })
    const headers = { Origin: 'https://elsewhere.example' }
    const entered = await enterCode(worker, entry, { now, headers })
    const asked = await askForCode(worker, newEmail(), { now, headers })
    expect([entered.body.code, asked.body.code]).toEqual(['foreign_origin', 'foreign_origin'])
  })
})

/** The budget of mails to addresses that nobody has proved. */
async function useUpBudget(at: number): Promise<void> {
  await worker.sql`insert into attempts (subject, hour, count, last_at)
    values ('mail-new-addresses', ${Math.floor(at / hour)}, 1000, ${at})`
}

const setCounters = (kind: string, count: number, at: number) =>
  worker.sql`update attempts set count = ${count} where subject glob ${`${kind}:*`}
    and hour = ${Math.floor(at / hour)}`

describe('a request', () => {
  test.each([
    ['open', now, [1, 1, 1, 1, 1]],
    ['used up', now + 60 * hour, [0, 1, 1, 1, 0]],
  ])('answers every address alike while the budget is %s [abuse 14]', async (state, now, mails) => {
    if (state === 'used up') await useUpBudget(now)
    const member = await createMember(worker)
    const staff = await createMember(worker, { role: 'moderator' })
    const inactive = await createMember(worker, { isActive: false })
    const unverified = await createMember(worker, { isVerified: false })
    const addressed = [newEmail(), ...[member, staff, inactive, unverified].map((one) => one.email)]
    const heard = []
    for (const email of addressed) {
      const { status, body } = await askForCode(worker, email, { now })
      heard.push([status, Object.keys(body), body.request.length, body.expires_in])
      await worker.drainQueue(now)
      expect(await worker.mails(email)).toHaveLength(mails[heard.length - 1]!)
    }
    expect(heard).toEqual(addressed.map(() => [200, ['request', 'expires_in'], 43, 600]))
  })

  test('takes as long for an address without an account', async ({ member }) => {
    const timeOf = async (email: string) => {
      const start = performance.now()
      await askForCode(worker, email, { now: now + timed++ * hour })
      return performance.now() - start
    }
    let timed = 0
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let turn = 0; turn < 12; turn += 1) {
      times.known.push(await timeOf(member.email))
      times.unknown.push(await timeOf(newEmail()))
    }
    const median = (list: number[]) => list.toSorted((a, b) => a - b)[6]!
    expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(60)
  })

  test('sends five codes an hour to one address, whoever asks and has it [ASVS 6.6.3]', async () => {
    const member = await createMember(worker)
    for (const email of [newEmail(), member.email]) {
      const heard = []
      for (let turn = 0; turn < 6; turn += 1) {
        const { status, headers } = await askForCode(worker, email, { now, from: newAddress() })
        heard.push([status, headers.get('Retry-After')])
      }
      expect(heard).toEqual([...Array.from({ length: 5 }, () => [200, null]), [429, '1800']])
      await worker.drainQueue(now)
      expect(await worker.mails(email)).toHaveLength(5)
    }
  })

  test('sends fifteen codes a day to one address [ASVS 6.6.3] [abuse 11]', async () => {
    const email = newEmail()
    for (let turn = 0; turn < 15; turn += 1) {
      const at = now + Math.floor(turn / 5) * hour + turn * 1000
      expect((await askForCode(worker, email, { now: at })).status).toBe(200)
    }
    const refused = await askForCode(worker, email, { now: now + 5 * hour })
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, String(18.5 * 3600)])
    expect((await askForCode(worker, email, { now: now + day + 1 })).status).toBe(200)
  })

  test('of strangers, fifteen in three hours, does not lock a new device of the owner out [abuse 14]', async () => {
    const member = await createMember(worker)
    for (let turn = 0; turn < 15; turn += 1) {
      const at = now + Math.floor(turn / 5) * hour + turn
      const asked = await askForCode(worker, member.email, { now: at, from: '203.0.113.4' })
      expect(asked.status).toBe(200)
    }
    const late = { now: now + 3.5 * hour }
    const stranger = await askForCode(worker, member.email, { ...late, from: '203.0.113.5' })
    expect(stranger.status).toBe(429)
    await worker.drainQueue(late.now)
    const sentBefore = (await worker.mails(member.email)).filter(codeIn).length
    const own = await requestCode(worker, member.email, { ...late, from: '192.0.2.7', sentBefore })
    expect(await outcome(own, late)).toBe('200')
  })

  test('of many networks leaves the mailed link, whoever requested it', async () => {
    const at = now + 50 * hour
    const member = await createMember(worker, { createdAt: at })
    for (let network = 1; network <= 16; network += 1) {
      const asked = await askForCode(worker, member.email, { now: at, from: `192.0.${network}.1` })
      expect(asked.status).toBe(network <= 15 ? 200 : 429)
    }
    const body = { email: member.email }
    await worker.call('POST', 'auth/reset_password/request', { body, now: at })
    const token = await mailedToken(worker, member.email, 'reset-password')
    const reset = { body: { token, password: 'correct horse battery' }, now: at }
    expect((await worker.call('POST', 'auth/reset_password', reset)).status).toBe(200)
  })

  test('for name+tag counts for the mailbox of the name', async () => {
    const [name, host] = newEmail().split('@')
    const ask = (address: string) => askForCode(worker, `${address}@${host}`, { now })
    for (let turn = 0; turn < 5; turn += 1) expect((await ask(`${name}+${turn}`)).status).toBe(200)
    expect([(await ask(`${name}+5`)).status, (await ask(name!)).status]).toEqual([429, 429])
  })

  test.each([
    ['/24', ['100.64.1.1', '100.64.1.2', '100.64.2.1']],
    ['/48', ['2001:db8:7:1::1', '2001:db8:7:2::1', '2001:db8:8:1::1']],
  ])(
    'is limited by the %s around its address, as tries are [abuse 14]',
    async (_, [first, same, other]) => {
      const at = now + 70 * hour
      const ask = async (from?: string) =>
        (await askForCode(worker, newEmail(), { now: at, from: from! })).status
      const guess = (from?: string) =>
        outcome({ request: 'made-up', code: '000000' }, { now: at, from: from! })
      expect([await ask(first), await guess(first)]).toEqual([200, over])
      await setCounters('code-network', 200, at)
      await setCounters('code-try-network', 300, at)
      expect([await ask(same), await guess(same)]).toEqual([429, '429 too_many_attempts'])
      expect([await ask(other), await guess(other)]).toEqual([200, over])
    },
  )

  test('that was refused ends no code and sends none', async () => {
    const email = newEmail()
    let entry: Entry = { request: '', code: '' }
    for (let turn = 0; turn < 5; turn += 1) {
      entry = await requestCode(worker, email, { now, sentBefore: turn })
    }
    expect((await askForCode(worker, email, { now })).status).toBe(429)
    await worker.drainQueue(now)
    expect(await worker.mails(email)).toHaveLength(5)
    expect(await outcome(entry)).toBe('200')
  })

  test('of a device that the account knows is not held up by others', async ({ member }) => {
    const first = await enterCode(worker, await requestCode(worker, member.email, { now }), { now })
    const Cookie = `known_device=${cookiesOf(first)['known_device']}`
    for (let turn = 0; turn < 5; turn += 1) await askForCode(worker, member.email, { now })
    expect((await askForCode(worker, member.email, { now })).status).toBe(429)
    const own = await askForCode(worker, member.email, { now, headers: { Cookie } })
    expect(own.status).toBe(200)
    const other = await askForCode(worker, newEmail(), { now, headers: { Cookie } })
    expect(other.status).toBe(200)
  })

  test('comes twenty times an hour from one network', async () => {
    const network = (host: number) => `2001:db8:0:9::${host.toString(16)}`
    const heard = []
    for (let host = 1; host <= 21; host += 1) {
      heard.push((await askForCode(worker, newEmail(), { now, from: network(host) })).status)
    }
    expect(heard).toEqual([...Array<number>(20).fill(200), 429])
    expect((await askForCode(worker, newEmail(), { now, from: newAddress() })).status).toBe(200)
  })
})

test('thirty wrong codes shut a network out until the next hour, and leave the code alone', async () => {
  const from = newAddress()
  const entry = await requestCode(worker, newEmail(), { now })
  for (let turn = 0; turn < 30; turn += 1) {
    expect(await outcome({ request: 'made-up', code: '000000' }, { from })).toBe(over)
  }
  expect(await outcome(entry, { from })).toBe('429 too_many_attempts')
  expect(await outcome(entry, { from: newAddress() })).toBe('200')
})

describe('staff', () => {
  test.each(['moderator', 'admin'] as const)(
    'a %s gets no code, and a mail that says so',
    async (role) => {
      const { email } = await createMember(worker, { role, language: 'en' })
      const asked = await askForCode(worker, email, { now })
      const mail = await waitFor(async () => (await worker.mails(email))[0], 'the mail to staff')
      expect(mail.subject).toBe('Log in with your password')
      expect([codeIn(mail), /\d{6}/.test(mail.subject + mail.text)]).toEqual([undefined, false])
      expect(mail.text).toContain('/login')
      expect(await outcome({ request: asked.body.request, code: '123456' })).toBe(wrong)
    },
  )

  test('who became so after the request is not signed in by the right code', async ({ member }) => {
    const entry = await requestCode(worker, member.email, { now })
    await worker.sql`update users set role = 'moderator' where id = ${member.userId}`
    expect(await outcome(entry)).toBe(wrong)
    const rows = await worker.sql`select 1 from sessions where user_id = ${member.userId}`
    expect(rows).toHaveLength(1)
  })
})

describe('an account that a stranger made with the address', () => {
  async function besiege() {
    const stranger = await signUpMember(worker, { now })
    const [{ id }] = (await worker.sql<{ id: number }>`select id from users
      where username = ${stranger.username}`) as [{ id: number }]
    const identity = `insert into identities (user_id, provider, provider_user_id, created_at)
      values (?1, 'twitch', 'stranger-' || ?1, 0)`
    const feed = `insert into calendar_feeds (user_id, token_hash, token, scope, created_at)
      values (?1, 'hash-' || ?1, 'token', 'all', 0)`
    for (const text of [identity, feed]) await query(worker, text, id)
    await worker.sql`update users set discord_webhook = 'x', is_marketing = 1 where id = ${id}`
    return { ...stranger, id }
  }

  test('goes to the owner of the address, and nothing lets the stranger back in', async () => {
    const { id, email, username, password, token } = await besiege()
    const links = await waitFor(async () => {
      const [mail] = await worker.mails(email)
      return /\/auth\/verify\/([\w-]+)/.exec(mail?.text ?? '')?.[1]
    }, 'the verification link')
    const entry = await requestCode(worker, email, { now })
    const mails = await worker.mails(email)
    expect(mails.find((mail) => codeIn(mail))?.text).toContain(username)

    const answer = await enterCode(worker, entry, { now })
    expect(answer.status).toBe(200)
    // Another username is offered: the stranger chose this one.
    expect(answer.body).toMatchObject({ is_taken_over: true })
    expect(
      await worker.sql`select password_hash, discord_webhook, is_marketing, email_verified_at as
        verified,
        (select count(*) from identities where user_id = u.id) as identities,
        (select count(*) from calendar_feeds where user_id = u.id) as feeds,
        (select count(*) from sessions where user_id = u.id and revoked_at is null) as sessions
        from users u where id = ${id}`,
    ).toEqual([
      {
        password_hash: null,
        discord_webhook: null,
        is_marketing: null,
        verified: now,
        identities: 0,
        feeds: 0,
        sessions: 1,
      },
    ])
    expect((await worker.call('GET', 'users/me', { token, now })).status).toBe(401)
    const body = new URLSearchParams({ username, password })
    expect((await worker.call('POST', 'auth/login', { body, now })).status).toBe(401)
    const verify = { body: { token: links }, now }
    // Harmless: the address is verified already.
    expect((await worker.call('POST', 'auth/verify_email', verify)).status).toBe(200)
  })

  test('does not sign in the browser that waits for its verification', async () => {
    const email = newEmail()
    const signedUp = await worker.call('POST', 'auth/signup', {
      body: { name: `waiting-${process.pid}`, email, password: 'correct horse battery' },
      now,
    })
    const Cookie = `signup=${cookiesOf(signedUp)['signup']}`
    expect(
      (await enterCode(worker, await requestCode(worker, email, { now }), { now })).status,
    ).toBe(200)
    const waiting = await worker.call<{ outcome: string }>('POST', 'auth/signup/continue', {
      headers: { Cookie },
      now,
    })
    expect(waiting.body.outcome).not.toBe('signed_in')
  })

  test('stays as it is while only wrong codes come', async () => {
    const { email, id } = await besiege()
    const { request, code } = await requestCode(worker, email, { now })
    expect(await outcome({ request, code: otherThan(code) })).toBe(wrong)
    expect(
      await worker.sql`select password_hash is not null as isKept from users where id = ${id}`,
    ).toEqual([{ isKept: 1 }])
  })
})

test('a repeated message mails the same code, and none once it is over', async () => {
  const email = newEmail()
  await askForCode(worker, email, { now })
  const first = await mailedCode(worker, email)
  const [row] = await worker.sql<{ id: string }>`select id from sign_in_codes
    where email_key = ${email}`
  await worker.enqueue({ type: 'mail_sign_in_code', id: row!.id }, now)
  await worker.drainQueue(now)
  const codes = (await worker.mails(email)).map(codeIn)
  expect(new Set(codes)).toEqual(new Set([first]))
  await worker.enqueue({ type: 'mail_sign_in_code', id: row!.id }, now + 10 * minute)
  await worker.drainQueue(now)
  expect(await worker.mails(email)).toHaveLength(codes.length)
})
