import { expect } from 'vitest'
import { encrypt } from '#worker/auth/crypto.ts'
import { startFakeOAuth, type FakeOAuth } from '#tests/support/fakes/fake-oauth.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'

let twitch: FakeOAuth
const test = testWith(async () => (twitch = await startFakeOAuth('twitch')))

test('tokens that a build before stored are revoked and emptied by the hourly job [ASVS 10.1.1]', async () => {
  const { userId } = await createMember(worker)
  const sealed = (text: string) => encrypt(worker.environment.vars['ENCRYPTION_KEY'] ?? '', text)
  await worker.sql`insert into identities (user_id, provider, provider_user_id, name, access_token,
      refresh_token, created_at)
    values (${userId}, 'twitch', 'before', 'somebody', ${sealed('access')}, ${sealed('refresh')}, 1),
      (${userId}, 'google', 'with another key', null, 'a.b.c.d', null, 1)`
  await worker.hour(Date.now())
  expect(twitch.revoked).toEqual(['access', 'refresh'])
  const rows = await worker.sql`select provider, name, access_token, refresh_token from identities
    where user_id = ${userId} order by provider`
  const emptied = { access_token: null, refresh_token: null }
  expect(rows).toEqual([
    { provider: 'google', name: null, ...emptied },
    { provider: 'twitch', name: 'somebody', ...emptied },
  ])
})
