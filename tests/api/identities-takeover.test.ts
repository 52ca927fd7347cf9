import { expect } from 'vitest'
import {
  startProviders,
  followRedirects,
  type Providers,
} from '#tests/support/drivers/sign-in-journey.ts'
import { signUpMember } from '#tests/support/factories/people.ts'
import { allOf } from '#tests/support/fixtures/people.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'

let providers: Providers
const names = ['google', 'twitch'] as const
const test = testWith(async () => {
  providers = await startProviders()
  return allOf(...Object.values(providers))
})

test.each(names)(
  'the address that %s verified takes a sign-up over that never proved it [abuse 16]',
  async (provider) => {
    const squatter = await signUpMember(worker)
    const { email, username, password } = squatter
    const name = `owner_${provider}`
    const as = { sub: `sub-${provider}`, email, email_verified: true, name, channel: name }
    const answer = await followRedirects(worker, providers, { provider, as })
    expect([answer.status, answer.body.code]).toEqual([200, undefined])
    const people = await worker.sql`select username, email_verified_at > 0 as proved,
      password_hash, signup_expires_at as ends,
      (select count(*) from identities where user_id = users.id) as identities
      from users where email = ${email}`
    expect(people).toEqual([
      { username, proved: 1, password_hash: null, ends: null, identities: 1 },
    ])
    const body = new URLSearchParams({ username, password })
    expect((await worker.call('POST', 'auth/login', { body })).status).toBe(401)
    expect((await followRedirects(worker, providers, { provider, as })).status).toBe(200)
  },
)
