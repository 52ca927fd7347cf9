import { beforeEach, describe, expect } from 'vitest'
import {
  insertChannel,
  insertGame,
  insertGroup,
  insertStreamer,
} from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { callAs, createMember, createMembers } from '#tests/support/factories/members.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

const now = Date.UTC(2027, 2, 24, 12)
beforeEach(async () => {
  await worker.sql`delete from events`
  await worker.sql`delete from event_groups`
})

const html = async (path: string) => (await worker.fetch(path)).text()

describe('pages of groups', () => {
  test('say when a group goes on without an hour: its day in the organiser’s zone', async () => {
    const groupId = await insertGroup(worker, 'Major')
    const startAt = Date.UTC(2027, 2, 25, 16)
    await createEvent(worker, { name: 'all day', groupId, startAt, endAt: startAt + 4 * hour })
    await worker.sql`update events set time_certainty = 'date_only', timezone = 'Asia/Singapore'`
    const page = await worker.fetch('/events/groups', { headers: { 'X-Test-Now': String(now) } })
    expect(await page.text()).toMatch(/<time datetime="2027-03-26"[^>]*>\s*Mar 26\s*</)
  })

  test('cost one trip to the database each', async () => {
    const groupId = await insertGroup(worker, 'Counted')
    const startAt = now + day
    await createEvent(worker, { name: 'event', groupId, startAt, endAt: startAt + 4 * hour })
    for (const path of ['/events/groups', '/fr/events/groups/Counted?period=all']) {
      const before = worker.trips()
      expect([path, (await worker.fetch(path)).status]).toEqual([path, 200])
      expect([path, worker.trips() - before]).toEqual([path, 1])
    }
  })

  test('show a drawn map and lead to a real one only by a link', async () => {
    const id = await insertGroup(worker, 'Venue')
    await worker.sql`update event_groups set venue = 'Zénith & Co' where id = ${id}`
    const page = await html('/events/groups/Venue')
    expect(page).toContain('https://www.openstreetmap.org/search?query=Z%C3%A9nith+%26+Co')
    expect(page).not.toMatch(/<(?:img|iframe|script|link)[^>]*openstreetmap/)
    await worker.sql`update event_groups set venue = null where id = ${id}`
    const without = await html('/events/groups/Venue')
    expect(without).not.toContain('openstreetmap')
    expect(without.match(/Online/g)).toHaveLength(1)
  })

  test('leave out a value that means nothing, and answer 404 for what is not there', async () => {
    await insertGroup(worker, 'Plain')
    expect(await html('/events/groups?cursor=%00&q=pla')).toContain('Plain')
    expect(await html('/events/groups/Plain?period=soon&cursor=x')).toContain('Nothing announced')
    expect((await worker.fetch('/es/events/groups/nothing')).status).toBe(404)
  })

  test('show a name full of markup as text', async ({ moderator: { token } }) => {
    const group = {
      name: '"><img src=x onerror=alert(1)>',
      description: `</script><script>alert(1)</script>`,
      language_code: 'fr',
    }
    const made = await worker.call<{ id: number; slug: string }>('POST', 'admin/groups', {
      token,
      body: group,
    })
    expect(made.status).toBe(201)
    const { id, slug } = made.body
    const startAt = Date.now() + day
    const event = await createEvent(worker, { name: 'Race', startAt, endAt: startAt + day / 4 })
    const added = await worker.call('PUT', `admin/groups/${id}/events/${event.id}`, { token })
    expect(added.status).toBe(200)
    const cookie = { Cookie: `access_token=${token}` }
    for (const path of [`/events/groups/${slug}`, '/events/groups', '/admin/panel/groups']) {
      const page = await worker.fetch(path, { headers: cookie })
      expect(page.status).toBe(200)
      // Within an attribute it is text as it stands, once its quotes are escaped.
      const text = (await page.text()).replace(/="[^"]*"/g, '')
      expect(text).not.toContain('<img src=x')
      expect(text).not.toContain('<script>alert(1)')
      expect(text).toContain('&lt;img src=x onerror')
    }
  })
})

describe('the page of an event', () => {
  test('marks the participants who confirmed', async ({ member }) => {
    const { streamerId } = await insertChannel(worker, member.userId)
    const other = await insertStreamer(worker, 'Somebody Else')
    const event = await createEvent(worker, { streamerIds: [other, streamerId] })
    const path = `events/${event.id}/participants/${streamerId}/confirmation`
    const { token } = member
    const answer = await worker.call('PUT', path, { token, body: { confirmed: true } })
    expect(answer.status).toBe(200)
    const page = await html(`/events/${event.slug}`)
    expect(page.match(/data-confirmed[^>]*>/g)?.map((mark) => mark.includes('hidden'))).toEqual([
      true,
      false,
    ])
  })

  test('stays, however many report it', async ({ event: { id, slug } }) => {
    const body = { subject: { type: 'event', id }, reason: 'spam' }
    for (const member of await createMembers(worker, 30)) {
      expect((await callAs(worker, member, 'POST', 'reports', { body })).status).toBe(201)
    }
    expect((await worker.fetch(`/events/${slug}`)).status).toBe(200)
  })
})

test('each article page marks the end of its own text', async () => {
  const slug = 'read-to-the-end'
  await worker.sql`insert into articles (slug, title, markdown, language, status, author_name,
    created_at,
    updated_at, published_at)
    values (${slug}, ${slug}, ${'a'.repeat(8400)}, 'en', 'published', 'Hypecal', 1, 1, 1)`
  for (const one of [slug, 'what-to-watch-this-week', 'zevent-2025-guide']) {
    for (const prefix of ['', '/es', '/fr']) {
      const ends = [
        ...(await html(`${prefix}/articles/${one}`)).matchAll(/data-article-end="([^"]*)"/g),
      ]
      expect([prefix, ends.map(([, end]) => end)]).toEqual([prefix, [one]])
    }
  }
})

test('the page of rewards says that they are turned off, without any of them', async () => {
  const { token } = await createMember(worker)
  for (const name of ['One', 'Two', 'Three']) {
    const path = `games/${await insertGame(worker, name)}/toggle_follow`
    expect((await worker.call('PUT', path, { token })).status).toBe(200)
  }
  const open = async (path: string) => {
    const response = await worker.fetch(path, { headers: { Cookie: `access_token=${token}` } })
    expect(response.status).toBe(200)
    return response.text()
  }
  expect(await open('/achievements')).toContain('data-rewards-shown="on"')
  const body = { is_gamified: false }
  expect((await worker.call('PUT', 'users/me/settings', { token, body })).status).toBe(200)
  for (const [path, title] of [
    ['/achievements', 'Rewards are turned off'],
    ['/es/achievements', 'Las recompensas están desactivadas'],
    ['/fr/achievements', 'Les récompenses sont désactivées'],
  ] as const) {
    const page = await open(path)
    expect(page).toContain(title)
    expect(page).toContain('data-rewards-shown="off"')
    expect(page).not.toMatch(/class="[^"]*(?:achievement-text|leaderboard-row|rewards-level)/)
  }
})
