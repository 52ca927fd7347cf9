import { expect } from 'vitest'
import { insertFollows, insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
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
  const followed = await insertStreamer(worker, 'Followed One')
  await insertFollows(worker, 'streamer', followed, [member])
  await createEvent(worker, { name: 'A Night of the Followed One', streamerIds: [followed] })
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
  const shown: Record<string, string[]> = {
    '': [member.username, member.email],
    '/agenda': ['A Night of the Followed One', 'You follow Followed One'],
    '/calendars': ['Create a link'],
    '/following': ['Followed One'],
    '/notifications': ['Reminders for events'],
    '/proposals': ['A Proposal of Mine'],
    '/security': ['own_at_twitch', 'This device'],
    '/streamer': ['Own Stage'],
  }
  for (const [tab, texts] of Object.entries(shown)) {
    const html = await readTab(member, `/profile${tab}`)
    for (const text of texts) expect(html).toContain(text)
    expect(html).not.toContain('sealed-secret')
  }
  for (const tab of ['', '/streamer']) {
    expect(await readTab(member, `/profile${tab}`)).toContain(
      'You keep your rights and let us show',
    )
  }
  // Also in the fields, before any script has run.
  for (const [tab, value] of [
    ['', member.username],
    ['/streamer', 'Own Stage'],
  ]) {
    const html = await readTab(member, `/profile${tab}`)
    expect(html).toMatch(new RegExp(`<input[^>]* value="${value}"`))
  }
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
  ['/es/profile/security', 'Métodos de acceso'],
  ['/fr/profile/security', 'Méthodes de connexion'],
  ['/es/profile/calendars', 'Enlaces de calendario'],
  ['/fr/profile/notifications', 'Paramètres de notification'],
])('%s speaks the language of its address', async (path, heading) => {
  const html = await (await pageOf(await createMember(worker), path)).text()
  expect(html).toContain(heading)
})
