import { describe, expect } from 'vitest'
import { hour } from '#tests/support/drivers/durations.ts'
import { type Member, createMember, tokenOf } from '#tests/support/factories/members.ts'
import { hashPassword } from '#worker/auth/crypto.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

const password = 'correct horse battery'
/** Tries are counted the same at whichever cost. */
const quickCost = { logN: 10, r: 8, p: 1 }
/** In the middle of an hour: the counters begin anew with each. */
const now = Math.floor(Date.now() / hour) * hour + hour / 2
let passwordHash: string
test.beforeAll(async () => {
  passwordHash = await hashPassword(password, quickCost)
})

/** A member with a password, whose token is of that half hour. */
async function placeOwner(): Promise<Member> {
  const member = await createMember(worker)
  await worker.sql`update users set password_hash = ${passwordHash} where id = ${member.userId}`
  return { ...member, token: await tokenOf(worker, member, now) }
}

/** Every act that asks a signed-in person for the password, with a given one. */
const acts: ((given: string) => [method: string, path: string, body: object])[] = [
  (given) => ['PUT', 'users/me/password', { current_password: given, password: 'another horse' }],
  (given) => ['PUT', 'users/me/email', { password: given, email: 'new@example.com' }],
  (given) => ['DELETE', 'users/me', { password: given }],
  (given) => ['POST', 'auth/confirm', { password: given }],
]

async function tryAct(index: number, given: string, token: string, at = now): Promise<number> {
  const [method, path, body] = acts[index % acts.length]!(given)
  return (await worker.call(method, path, { token, body, now: at })).status
}

function countOf(statuses: number[], status: number): number {
  return statuses.filter((one) => one === status).length
}

describe('the password that is asked for again', () => {
  test.each(acts.map((_, index) => index))(
    'is tried six times, however many are sent at once (act %i) [ASVS 2.4.1]',
    async (act) => {
      const { token } = await placeOwner()
      const tries = Array.from({ length: 12 }, (_, count) => tryAct(act, `wrong ${count}`, token))
      const statuses = await Promise.all(tries)
      expect([countOf(statuses, 422), countOf(statuses, 429)]).toEqual([6, 6])
    },
  )

  test('is tried six times by all acts together [ASVS 6.3.1]', async () => {
    const { token, username } = await placeOwner()
    const tries = Array.from({ length: 12 }, (_, count) => tryAct(count, `wrong ${count}`, token))
    const statuses = await Promise.all(tries)
    expect([countOf(statuses, 422), countOf(statuses, 429)]).toEqual([6, 6])
    for (const act of acts.keys()) expect(await tryAct(act, password, token)).toBe(429)
    expect(await worker.sql`select 1 from users where username = ${username}`).toHaveLength(1)
    expect(await tryAct(2, password, token, now + 15_000)).toBe(204)
  })

  test('may be right as often as one likes, and then forgets the wrong ones', async () => {
    const { token } = await placeOwner()
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 4; count += 1) {
        expect(await tryAct(3, `wrong ${count}`, token)).toBe(422)
      }
      expect(await tryAct(3, password, token)).toBe(200)
    }
  })

  test('is not counted where none was given', async () => {
    const { token, userId } = await placeOwner()
    const body = { password: 'another horse' }
    for (let count = 0; count < 8; count += 1) {
      const answer = await worker.call('PUT', 'users/me/password', { token, body, now })
      expect(answer.status).toBe(422)
    }
    const subject = `password:${userId}`
    expect(await worker.sql`select 1 from attempts where subject = ${subject}`).toEqual([])
  })
})
