import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { TokensView } from '#worker/features/accounts/contract.ts'
import { day, hour, minute } from '#tests/support/drivers/durations.ts'
import { type Member, callAs, createMember } from '#tests/support/factories/members.ts'
import { hashPassword } from '#worker/auth/crypto.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
import { mailedToken } from '#tests/support/factories/people.ts'

const password = 'correct horse battery'
/** Tries are counted the same at whichever cost. */
const quickCost = { logN: 10, r: 8, p: 1 }
/** In the middle of an hour: the counters begin anew with each. */
const now = Math.floor(Date.now() / hour) * hour + 30 * minute
const nextHour = now + 30 * minute
let passwordHash: string
test.beforeAll(async () => {
  passwordHash = await hashPassword(password, quickCost)
})

async function placeOwner(): Promise<Member> {
  const member = await createMember(worker)
  await worker.sql`update users set password_hash = ${passwordHash} where id = ${member.userId}`
  return member
}

let addresses = 0
function newAddress(): string {
  addresses += 1
  return `198.51.100.${addresses}`
}

type Try = { name: string; secret?: string; from: string; at?: number; device?: string }

function logIn({ name, secret = 'not the password', from, at = now, device }: Try) {
  return worker.call<TokensView & ErrorEnvelope>('POST', 'auth/login', {
    body: new URLSearchParams({ username: name, password: secret }),
    now: at,
    headers: { 'CF-Connecting-IP': from, ...(device ? { Cookie: `known_device=${device}` } : {}) },
  })
}

/** The status, and after how many seconds to come back. */
async function tryOnce(one: Try): Promise<string> {
  const { status, headers } = await logIn(one)
  return [status, headers.get('Retry-After')].filter(Boolean).join(' ')
}

async function tryTimes(times: number, one: Try): Promise<string[]> {
  const outcomes: string[] = []
  for (let count = 0; count < times; count += 1) outcomes.push(await tryOnce(one))
  return outcomes
}

function setCount(kind: string, count: number) {
  return worker.sql`update attempts set count = ${count} where subject like ${`${kind}:%`}`
}

async function deviceTokenOf(member: Member, from: string): Promise<string> {
  const { headers } = await logIn({ name: member.username, secret: password, from })
  const cookie = headers.getSetCookie().find((one) => one.startsWith('known_device=')) ?? ''
  expect(cookie).toMatch(/; Max-Age=31536000;.*; HttpOnly/)
  return cookie.slice('known_device='.length).split(';')[0] ?? ''
}

describe('wrong passwords for a name from one address', () => {
  test('are free five times and then wait longer each time, even with the right one [ASVS 6.3.1]', async () => {
    const { username: name } = await placeOwner()
    const from = newAddress()
    expect(await tryTimes(6, { name, from })).toEqual(Array(6).fill('401'))
    expect(await tryOnce({ name, from })).toBe('429 15')
    expect(await tryOnce({ name, from, secret: password, at: now + 14_000 })).toBe('429 1')
    expect(await tryOnce({ name, from, at: now + 15_000 })).toBe('401')
    expect(await tryOnce({ name, from, at: now + 15_000 })).toBe('429 30')
    expect(await tryOnce({ name, from, at: now + 45_000 })).toBe('401')
    expect(await tryOnce({ name, from, at: now + 45_000 })).toBe('429 60')
    await setCount('pair', 20)
    expect(await tryOnce({ name, from, at: now + 45_000 })).toBe('429 900')
  })

  test('are forgotten once the right one came', async () => {
    const { username: name } = await placeOwner()
    const from = newAddress()
    await tryTimes(5, { name, from })
    expect(await tryOnce({ name, from, secret: password })).toBe('200')
    expect(await tryTimes(6, { name, from })).toEqual(Array(6).fill('401'))
  })

  test('wait the same whether the name is anybody’s', async () => {
    const { username } = await placeOwner()
    const of = async (name: string) => {
      const from = newAddress()
      const outcomes = await tryTimes(7, { name, from })
      return [...outcomes, await tryOnce({ name, from, at: now + 15_000 })]
    }
    expect(await of('nobody-of-that-name')).toEqual(await of(username))
  })

  test('hold back neither other addresses nor other names', async () => {
    const [one, other] = [await placeOwner(), await placeOwner()]
    const from = newAddress()
    await tryTimes(7, { name: one.username, from })
    const elsewhere = { name: one.username, secret: password, from: newAddress() }
    expect(await tryOnce(elsewhere)).toBe('200')
    expect(await tryOnce({ name: other.username, secret: password, from })).toBe('200')
  })

  test('sent all at once are no more than those sent in turn [ASVS 6.3.1]', async () => {
    const { username: name } = await placeOwner()
    const from = newAddress()
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => tryOnce({ name, from })))
    expect(outcomes.filter((outcome) => outcome === '401')).toHaveLength(6)
    expect(outcomes.filter((outcome) => outcome.startsWith('429'))).toHaveLength(6)
  })
})

test('thirty failures shut an address out of every name until the next hour', async () => {
  const owner = await placeOwner()
  const from = newAddress()
  await tryOnce({ name: 'nobody-first', from })
  const before = await worker.sql<{ count: number }>`select count from attempts
    where subject like 'address:%' order by rowid desc limit 1`
  expect(before).toEqual([{ count: 1 }])
  await setCount('address', 29)
  expect(await tryOnce({ name: 'nobody-else', from })).toBe('401')
  const right = { name: owner.username, secret: password, from }
  expect(await tryOnce(right)).toBe('429 1800')
  expect(await tryOnce({ ...right, from: newAddress() })).toBe('200')
  expect(await tryOnce({ ...right, at: nextHour })).toBe('200')
})

test('the addresses of one IPv6 network count as one [ASVS 15.3.4]', async () => {
  const name = 'nobody-on-version-six'
  const outcomes: string[] = []
  for (let host = 1; host < 8; host += 1) {
    outcomes.push(await tryOnce({ name, from: `2001:db8:0:7::${host}` }))
  }
  expect(outcomes).toEqual([...Array<string>(6).fill('401'), '429 15'])
  expect(await tryOnce({ name, from: '2001:db8:0:8::1' })).toBe('401')
})

describe('the addresses of one provider’s network', () => {
  /** Forty of one /24, of one /48: none of them reaches its own limit. */
  const networks = {
    'IPv4 /24': (host: number) => `192.0.2.${host}`,
    'IPv6 /48': (host: number) => `2001:db8:48:${host}::1`,
  }

  test.each(Object.entries(networks))(
    'of %s share a wider limit [abuse 18]',
    async (_, addressOf) => {
      const owner = await placeOwner()
      expect(await tryOnce({ name: 'nobody-here', from: addressOf(1) })).toBe('401')
      await setCount('address-network', 299)
      expect(await tryOnce({ name: 'nobody-there', from: addressOf(2) })).toBe('401')
      const right = { name: owner.username, secret: password, from: addressOf(3) }
      expect(await tryOnce(right)).toBe('429 1800')
      expect(await tryOnce({ ...right, from: '203.0.113.9' })).toBe('200')
      expect(await tryOnce({ ...right, at: nextHour })).toBe('200')
      await worker.sql`delete from attempts where subject like 'address-network:%'`
    },
  )

  test('of IPv6 share a limit of sign-ups [abuse 18]', async () => {
    const signUp = async (name: string, from: string) => {
      const body = { name, email: `${name}@example.com`, password }
      const headers = { 'CF-Connecting-IP': from }
      return (await worker.call('POST', 'auth/signup', { body, headers, now })).status
    }
    expect(await signUp('neighbour-1', '2001:db8:49:1::1')).toBe(201)
    await setCount('signup-network', 200)
    expect(await signUp('neighbour-2', '2001:db8:49:2::1')).toBe(429)
    expect(await signUp('neighbour-3', '2001:db8:50:2::1')).toBe(201)
  })
})

test('a mailbox gets three mails a day of members who want its address, whoever they are [ASVS 2.4.1] [abuse 11]', async () => {
  const target = 'wanted@example.com'
  const ask = async (at: number) => {
    const owner = await placeOwner()
    const body = { email: target, password }
    const answer = await callAs(worker, owner, 'PUT', 'users/me/email', { body, now: at })
    return [answer.status, answer.headers.get('Retry-After')].filter(Boolean).join(' ')
  }
  const sent = async () => {
    const rows = await worker.sql<{ count: number }>`select count(*) as count from account_tokens
      where email = ${target}`
    return rows[0]?.count
  }
  expect([await ask(now), await ask(now), await ask(nextHour)]).toEqual(['200', '200', '200'])
  expect(await ask(nextHour)).toBe(`429 ${23 * 3600}`)
  expect(await sent()).toBe(3)
  const letPass = (hours: number) => worker.sql`update attempts set hour = hour - ${hours}`
  await letPass(22)
  expect(await ask(nextHour)).toBe('429 3600')
  await letPass(1)
  expect(await ask(nextHour)).toBe('200')
  expect(await sent()).toBe(4)
})

describe('a name that is guessed at from everywhere', () => {
  async function besiege({ username, email }: Member) {
    await tryOnce({ name: username, from: newAddress() })
    await tryOnce({ name: email, from: newAddress() })
    await setCount('name', 50)
  }

  test('is shut to devices that it does not know, and open to its owner’s [ASVS 6.3.1]', async () => {
    const owner = await placeOwner()
    const from = newAddress()
    const device = await deviceTokenOf(owner, from)
    await besiege(owner)
    for (const name of [owner.username, owner.email]) {
      const right = { name, secret: password, from }
      expect(await tryOnce(right)).toBe('429 1800')
      expect(await tryOnce({ ...right, from: newAddress() })).toBe('429 1800')
      expect(await tryOnce({ ...right, device })).toBe('200')
    }
    await tryTimes(8, { name: owner.username, from })
    expect(await tryOnce({ name: owner.username, secret: password, from, device })).toBe('200')
  })

  test('is not opened by a made-up device or by that of another account', async () => {
    const owner = await placeOwner()
    const other = await deviceTokenOf(await placeOwner(), newAddress())
    const own = await deviceTokenOf(owner, newAddress())
    await besiege(owner)
    const from = newAddress()
    const swapped = (own.startsWith('A') ? 'B' : 'A') + own.slice(1)
    for (const device of [other, swapped, own.split('.').slice(0, 2).join('.'), 'x']) {
      const right = { name: owner.username, secret: password, from, device }
      expect(await tryOnce(right)).toBe('429 1800')
    }
  })

  test('is shut to a known device too once that guesses', async () => {
    const owner = await placeOwner()
    const device = await deviceTokenOf(owner, newAddress())
    const guess = () => tryOnce({ name: owner.username, from: newAddress(), device })
    for (let count = 0; count < 6; count += 1) expect(await guess()).toBe('401')
    expect(await guess()).toBe('429 15')
  })

  test('is opened again by a reset password, which makes its device known', async () => {
    const owner = await placeOwner()
    const from = newAddress()
    await besiege(owner)
    await tryTimes(2, { name: owner.username, from })
    const body = { email: owner.email }
    await worker.call('POST', 'auth/reset_password/request', { body, now })
    const token = await mailedToken(worker, owner.email, 'reset-password')
    const secret = 'staple of another horse'
    const answer = await worker.call('POST', 'auth/reset_password', {
      body: { token, password: secret },
      now,
    })
    expect(answer.headers.getSetCookie().join()).toMatch(/^known_device=/)
    expect(await tryOnce({ name: owner.username, secret, from })).toBe('200')
    expect(await tryOnce({ name: owner.email, secret, from })).toBe('200')
  })
})

describe('the counters', () => {
  test('hold neither names nor addresses', async () => {
    const { username, email } = await placeOwner()
    const from = newAddress()
    await tryOnce({ name: username, from })
    await tryOnce({ name: email, from })
    const stored = JSON.stringify(await worker.sql`select * from attempts`)
    for (const known of [username, email, from]) expect(stored).not.toContain(known)
  })

  test('are deleted two days after their hour', async () => {
    const count = () => worker.sql`select 1 from attempts`
    await tryOnce({ name: 'nobody-now', from: newAddress() })
    await worker.cron('17 * * * *', now + 10 * minute)
    await worker.cron('17 * * * *', nextHour + hour)
    expect(await count()).not.toEqual([])
    await worker.cron('17 * * * *', nextHour + 2 * day + hour)
    expect(await count()).toEqual([])
  })
})

describe('one address', () => {
  const full = [429, 'too_many_attempts', '1800']
  async function outcome(path: string, body: object, from: string, at = now) {
    const headers = { 'CF-Connecting-IP': from }
    const answer = await worker.call('POST', path, { body, headers, now: at })
    return [answer.status, answer.body.code, answer.headers.get('Retry-After')]
  }

  test('signs up twenty times an hour at most [ASVS 2.4.1]', async () => {
    const from = newAddress()
    const signUp = (name: string, ...rest: [string?, number?]) => {
      const body = { name, email: `${name}@example.com`, password }
      return outcome('auth/signup', body, rest[0] ?? from, rest[1])
    }
    expect((await signUp('newcomer-1'))[0]).toBe(201)
    await setCount('signup', 19)
    expect((await signUp('newcomer-2'))[0]).toBe(201)
    expect(await signUp('newcomer-3')).toEqual(full)
    expect(await worker.sql`select 1 from users where username = 'newcomer-3'`).toEqual([])
    expect((await signUp('newcomer-4', newAddress()))[0]).toBe(201)
    expect((await signUp('newcomer-5', from, nextHour))[0]).toBe(201)
  })

  test('asks for twenty reset links an hour at most', async () => {
    const from = newAddress()
    const ask = (place: string) =>
      outcome('auth/reset_password/request', { email: 'nobody@example.com' }, place)
    expect((await ask(from))[0]).toBe(200)
    await setCount('reset', 20)
    expect(await ask(from)).toEqual(full)
    expect((await ask(newAddress()))[0]).toBe(200)
  })
})
