import { beforeEach, describe, expect } from 'vitest'
import { hour, minute } from '#tests/support/drivers/durations.ts'
import { createMember, password, tokenFor, tokenOf } from '#tests/support/factories/members.ts'
import { mailedToken } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

const now = Date.UTC(2027, 2, 24, 12, 30)

let count = 0
function newName(): string {
  count += 1
  return `name-${count}`
}

type Answer = [status: number, code: string | undefined]

async function post(path: string, body: unknown, at = now): Promise<Answer> {
  const answer = await worker.call('POST', path, { body, now: at })
  return [answer.status, answer.body.code]
}

function signUp(name: string, email: string, at = now): Promise<Answer> {
  return post('auth/signup', { name, email, password }, at)
}

function logIn(username: string, at = now): Promise<Answer> {
  return post('auth/login', new URLSearchParams({ username, password }), at)
}

const taken: Answer = [409, 'username_taken']
const refused: Answer = [401, 'bad_credentials']
const done: Answer = [201, undefined]

describe.each(['free', 'registered', 'signed up for and not proved'])(
  'a sign-up with an address that is %s',
  (kind) => {
    let email: string
    let name: string
    beforeEach(async () => {
      name = newName()
      email = `${name}@elsewhere.example`
      if (kind === 'registered') ({ email } = await createMember(worker, { createdAt: now }))
      if (kind === 'signed up for and not proved') await signUp(newName(), email)
      expect(await signUp(name, email)).toEqual(done)
    })

    test('takes the name, whatever the second sign-up’s address is', async () => {
      for (const address of [email, `${newName()}@elsewhere.example`]) {
        expect(await signUp(name.toUpperCase(), address)).toEqual(taken)
      }
    })

    test('takes the name from members who want to be called so', async () => {
      const member = await createMember(worker, { createdAt: now })
      const token = await tokenOf(worker, member, now)
      const body = { username: name }
      const renamed = await worker.call('PATCH', 'users/me', { token, body, now })
      expect([renamed.status, renamed.body.code]).toEqual(taken)
    })

    test('signs in nobody by its password', async () => {
      expect(await logIn(name)).toEqual(refused)
      expect(await logIn(email)).toEqual(refused)
    })

    test('keeps the name for as long as the link works, and no longer', async () => {
      await worker.hour(now + 24 * hour - minute)
      expect(
        await signUp(name, `${newName()}@elsewhere.example`, now + 24 * hour - minute),
      ).toEqual(taken)
      await worker.hour(now + 24 * hour + minute)
      expect(
        await signUp(name, `${newName()}@elsewhere.example`, now + 24 * hour + minute),
      ).toEqual(done)
    })
  },
)

describe('a sign-up', () => {
  test('can be signed in to once its address is proved, and then stays', async () => {
    const name = newName()
    const email = `${name}@elsewhere.example`
    await signUp(name, email)
    const [status] = await post('auth/verify_email', {
      token: await mailedToken(worker, email, 'verify'),
    })
    expect([status, await logIn(name)]).toEqual([200, [200, undefined]])
    await worker.hour(now + 25 * hour)
    expect(await logIn(email, now + 25 * hour)).toEqual([200, undefined])
  })

  test('whose address is proved by a reset is signed in to as well, and stays', async () => {
    const name = newName()
    const email = `${name}@elsewhere.example`
    await signUp(name, email)
    await post('auth/reset_password/request', { email })
    const token = await mailedToken(worker, email, 'reset-password')
    expect((await post('auth/reset_password', { token, password }))[0]).toBe(200)
    await worker.hour(now + 25 * hour)
    expect(await logIn(name, now + 25 * hour)).toEqual([200, undefined])
  })

  test('whose owner says that it is not theirs keeps the name alone, and ends as others do', async () => {
    const name = newName()
    const email = `${name}@elsewhere.example`
    await signUp(name, email)
    await post('auth/verify_email/disown', { token: await mailedToken(worker, email, 'verify') })
    expect([await logIn(name), await signUp(name, 'x@elsewhere.example')]).toEqual([refused, taken])
    await worker.hour(now + 24 * hour + minute)
    expect(await worker.sql`select 1 from users where username = ${name}`).toEqual([])
  })

  test('with an address in use is no member in the panel', async () => {
    const owner = await createMember(worker, { createdAt: now })
    const name = newName()
    await signUp(name, owner.email)
    const token = await tokenFor(worker, 'admin', now)
    const path = `admin/users?q=${name}`
    const body = await worker.get<{ total: number }>(path, { token, now })
    expect(body.total).toBe(0)
  })
})
