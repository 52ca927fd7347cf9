import { expect } from 'vitest'
import { insertFollows, insertStreamer } from '#tests/support/factories/directory.ts'
import { type Member, createMember } from '#tests/support/factories/members.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { proposeEvent } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

async function pageOf({ token }: Member, path = '/profile'): Promise<Response> {
  return worker.fetch(path, { headers: { Cookie: `access_token=${token}` } })
}

/** A member with something in every section. */
async function placeBusyMember(): Promise<Member> {
  const member = await createMember(worker)
  const { userId } = member
  await insertStreamer(worker, 'Own Stage', userId)
  await insertFollows(worker, 'streamer', await insertStreamer(worker, 'Followed One'), [member])
  await worker.sql`insert into identities (user_id, provider, provider_user_id, name, access_token,
    created_at)
    values (${userId}, 'twitch', 't1', 'own_at_twitch', 'sealed-secret', 0)`
  await proposeEvent(worker, member.token, Date.now() + 3 * day, {
    changes: { name: 'A Proposal of Mine' },
  })
  return member
}

/** A page of the profile, read in one round trip. */
async function readTab(member: Member, path: string): Promise<string> {
  const before = worker.trips()
  const page = await pageOf(member, path)
  expect([page.status, worker.trips() - before]).toEqual([200, 1])
  expect(page.headers.get('Cache-Control')).toBe('private, no-store')
  return page.text()
}

test('each page shows its sections’ own data, in one round trip', async () => {
  const member = await placeBusyMember()
  const html = await readTab(member, '/profile')
  for (const shown of [
    member.username,
    member.email,
    'Own Stage',
    'own_at_twitch',
    'A Proposal of Mine',
    'This device',
  ]) {
    expect(html).toContain(shown)
  }
  expect(await readTab(member, '/profile/agenda')).toContain('Followed One')
  expect(await readTab(member, '/profile/notifications')).toContain('Reminders for events')
  // Also in the fields, before any script has run.
  for (const value of [member.username, 'Own Stage']) {
    expect(html).toMatch(new RegExp(`<input[^>]* value="${value}"`))
  }
  expect(html).not.toContain('sealed-secret')
})

test('nothing of one member stands on the page of another [ASVS 8.2.2]', async () => {
  const [busy] = await worker.sql<{ username: string; email: string }>`select username, email
    from users where id = (select user_id from identities limit 1)`
  const html = await (await pageOf(await createMember(worker))).text()
  expect(busy).toBeDefined()
  expect(html).not.toContain(busy?.username)
  expect(html).not.toContain('Own Stage')
})

test.each([
  ['/es/profile', 'Métodos de acceso'],
  ['/fr/profile', 'Méthodes de connexion'],
  ['/es/profile/agenda', 'Mis calendarios'],
  ['/fr/profile/notifications', 'Paramètres de notification'],
])('%s speaks the language of its address', async (path, heading) => {
  const html = await (await pageOf(await createMember(worker), path)).text()
  expect(html).toContain(heading)
})
