import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { hour } from '#tests/support/drivers/durations.ts'
import { askForCode } from '#tests/support/drivers/sign-in-codes.ts'
import { callAs, createMember, password } from '#tests/support/factories/members.ts'
import { startTestApi, type TestApi } from '#tests/support/drivers/api.ts'

const now = Date.UTC(2027, 2, 24, 12, 30)
const limit = 2

let worker: TestApi
beforeAll(async () => {
  worker = await startTestApi({ NEW_ADDRESS_MAILS_PER_HOUR: String(limit) })
})
afterAll(() => worker.close())
beforeEach(() => worker.sql`delete from attempts`)

let count = 0
const newName = () => `reached-${(count += 1)}`
const emailOf = (name: string) => `${name}@elsewhere.example`

async function spent(): Promise<number> {
  const [row] = await worker.sql<{ count: number }>`select count from attempts
    where subject = 'mail-new-addresses' and hour = ${Math.floor(now / hour)}`
  return row?.count ?? 0
}

async function spend(mails = limit): Promise<void> {
  await worker.sql`insert into attempts (subject, hour, count, last_at)
    values ('mail-new-addresses', ${Math.floor(now / hour)}, ${mails}, ${now})`
}

async function mailsTo(email: string): Promise<number> {
  await worker.drainQueue(now)
  return (await worker.mails(email)).length
}

const post = (path: string, body: unknown) => worker.call('POST', path, { body, now })
const signUp = (email: string) => post('auth/signup', { name: newName(), email, password })

/** An address that an account has without a proof. */
async function unproved(): Promise<string> {
  return (await createMember(worker, { isVerified: false, createdAt: now })).email
}

type Kind = { to: () => Promise<string>; send: (email: string) => Promise<{ status: number }> }
const fresh = async () => emailOf(newName())

/** Requests that mail an address which nobody has proved. */
const kinds: Record<string, Kind> = {
  'a sign-up': { to: fresh, send: signUp },
  'a sign-up with an address that is signed up for': { to: unproved, send: signUp },
  'a reset': { to: unproved, send: (email) => post('auth/reset_password/request', { email }) },
  'a deletion link': {
    to: unproved,
    send: (email) => post('auth/delete_account/request', { email }),
  },
  'another address': {
    to: fresh,
    async send(email) {
      const member = await createMember(worker, { hasPassword: true, createdAt: now })
      const body = { email, password }
      return callAs(worker, member, 'PUT', 'users/me/email', { body, now })
    },
  },
  'a code': { to: fresh, send: (email) => askForCode(worker, email, { now }) },
}

describe.each(Object.entries(kinds))('a mail by %s', (_, { to, send }) => {
  test('counts, and is not sent once the hour’s budget is spent, which no answer tells', async () => {
    const [first, second] = [await to(), await to()]
    await spend(limit - 1)
    const sent = await send(first)
    expect([await mailsTo(first), await spent()]).toEqual([1, limit])
    const unsent = await send(second)
    expect(unsent).toMatchObject({ status: sent.status })
    expect([await mailsTo(second), await spent()]).toEqual([0, limit])
  })
})

test('the owner of a proved address gets each mail, which counts for nothing', async () => {
  await spend()
  const { email } = await createMember(worker, { createdAt: now })
  await signUp(email)
  await post('auth/reset_password/request', { email })
  await askForCode(worker, email, { now })
  expect([await mailsTo(email), await spent()]).toEqual([3, limit])
})

test.each([
  ['open', 0],
  ['spent', limit],
])(
  'every address costs the same trips and hears the same while the budget is %s',
  async (_, used) => {
    // The queue stays unread: the trips are those of the requests.
    const former = worker
    worker = await startTestApi(
      { NEW_ADDRESS_MAILS_PER_HOUR: String(limit) },
      {
        isConsuming: false,
      },
    )
    onTestFinished(async () => {
      await worker.close()
      worker = former
    })
    const owner = await createMember(worker, { createdAt: now })
    const addresses = [await fresh(), owner.email, await unproved()]
    for (const act of [signUp, (email: string) => post('auth/reset_password/request', { email })]) {
      const heard: unknown[] = []
      for (const email of addresses) {
        await worker.sql`delete from attempts`
        await spend(used)
        const before = worker.trips()
        const { status, body } = await act(email)
        heard.push([status, Object.keys(body), worker.trips() - before])
      }
      expect(heard).toEqual(addresses.map(() => heard[0]))
    }
  },
)
