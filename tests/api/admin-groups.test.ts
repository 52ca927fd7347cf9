import { beforeEach, describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { listInvalidatedTags } from '#worker/caching/cache-tags.ts'
import type {
  AdminGroup,
  GroupEvent,
  GroupView,
} from '#worker/features/directory/groups/contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { type Member, createMember } from '#tests/support/factories/members.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { startFakeCdn, type FakeCdn } from '#tests/support/fakes/fake-cdn.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'

let edge: FakeCdn
let moderator: Member
const test = testWith(async () => (edge = await startFakeCdn()))

test.beforeAll(async () => {
  moderator = await createMember(worker, { role: 'moderator' })
})
beforeEach(async () => {
  await worker.sql`delete from events`
  await worker.sql`delete from event_groups`
  await worker.sql`delete from audit_entries`
})

function ask<Body = AdminGroup & ErrorEnvelope>(method: string, path: string, body?: unknown) {
  const { token } = moderator
  return worker.call<Body>(method, `admin/groups${path}`, { token, body })
}

const facts = { name: 'GP Explorer', description: 'A race.', language_code: 'fr' }

async function make(changes: Record<string, unknown> = {}): Promise<AdminGroup> {
  const { status, body } = await ask('POST', '', { ...facts, ...changes })
  expect([status, body.code]).toEqual([201, undefined])
  return body
}

async function place(name: string, startAt = Date.now() + day, groupId?: number): Promise<number> {
  const times = { startAt, endAt: startAt + day / 4 }
  const event = await createEvent(worker, { name, ...times, ...(groupId ? { groupId } : {}) })
  return event.id
}

const rowOf = async (id: number) =>
  (await worker.sql<Record<string, unknown>>`select * from event_groups where id = ${id}`)[0]

const groupOf = async (eventId: number) =>
  (
    await worker.sql<{ group_id: number | null }>`select group_id from events where id = ${eventId}`
  )[0]?.group_id

function log() {
  return worker.sql<Record<string, unknown>>`select act, actor_id as actor, subject_type as type,
    subject_id as id, from_state as "from",
    to_state as "to" from audit_entries l order by l.id`
}

async function forgotten(): Promise<string[]> {
  await worker.drainQueue(Date.now())
  return [...new Set(edge.calls.splice(0).flat())].sort()
}

describe('creating a group', () => {
  test('answers it, stores it, logs it and has the edge forget the lists', async () => {
    await worker.sql`insert into games (slug, name, name_key, created_at)
      values ('karts', 'Karts', 'karts', 0)
      on conflict do nothing`
    const [game] = await worker.sql<{ id: number }>`select id from games where slug = 'karts'`
    await forgotten()
    const group = await make({
      game_id: game!.id,
      category: 'sport',
      venue: '  Le Mans ',
      thumbnail_path: 'uploads/a.webp',
    })
    expect(group).toMatchObject({
      slug: 'gp-explorer',
      name: 'GP Explorer',
      description: 'A race.',
      language_code: 'fr',
      game: { id: game!.id, slug: 'karts', name: 'Karts' },
      category: 'sport',
      venue: 'Le Mans',
      thumbnail_path: 'uploads/a.webp',
      picture_path: 'uploads/a.webp',
      linked_events: 0,
    })
    expect(await rowOf(group.id)).toMatchObject({ name_key: 'gp explorer', venue: 'Le Mans' })
    expect(await log()).toEqual([
      {
        act: 'create',
        actor: moderator.userId,
        type: 'group',
        id: group.id,
        from: null,
        to: 'GP Explorer',
      },
    ])
    expect(await forgotten()).toEqual(
      [...listInvalidatedTags({ type: 'group', id: group.id })].sort(),
    )
    const shown = await worker.call<GroupView>('GET', 'groups/gp-explorer')
    expect(shown.body).toMatchObject({ name: 'GP Explorer', venue: 'Le Mans' })
  })

  test('draws a picture where there is none, and gives names that look alike their own address', async () => {
    const first = await make({ name: 'Été', language_code: null })
    const second = await make({ name: 'Ete' })
    expect([first.slug, second.slug]).toEqual(['ete', 'ete-2'])
    expect(first.thumbnail_path).toBeNull()
    expect(first.picture_path).toMatch(/^drawn\/\d+\/posters\/group\//)
  })

  test('is refused under a name that another group has, whatever its case', async () => {
    await make()
    const { status, body } = await ask('POST', '', { ...facts, name: ' gp  EXPLORER' })
    expect([status, body.code]).toEqual([409, 'group_name_taken'])
    expect(await log()).toHaveLength(1)
  })

  test.each([
    ['name', { name: 'x' }],
    ['name', { name: 'x'.repeat(121) }],
    ['description', { description: undefined }],
    ['description', { description: 'x'.repeat(5001) }],
    ['language_code', { language_code: undefined }],
    ['language_code', { language_code: 'de' }],
    ['category', { category: 'cooking' }],
    ['game_id', { game_id: 999_999 }],
    ['thumbnail_path', { thumbnail_path: 'https://evil.example/a.png' }],
    ['thumbnail_path', { thumbnail_path: 'drawn/groups/1-A.svg' }],
    ['venue', { venue: 'x'.repeat(201) }],
  ])('names the faulty %s in %j', async (path, change) => {
    const { status, body } = await ask('POST', '', { ...facts, ...change })
    expect([status, body.details]).toEqual([422, [expect.objectContaining({ path })]])
    expect(await worker.sql`select 1 from event_groups`).toEqual([])
  })

  test('twice at once makes one group', async () => {
    const answers = await Promise.all([ask('POST', '', facts), ask('POST', '', facts)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await log()).toHaveLength(1)
  })
})

describe('changing a group', () => {
  test('keeps its address, and logs a new name', async () => {
    const { id, slug } = await make()
    const changed = await ask('PUT', `/${id}`, { ...facts, name: 'GP Explorer 2', venue: '' })
    expect([changed.status, changed.body.name, changed.body.slug]).toEqual([
      200,
      'GP Explorer 2',
      slug,
    ])
    expect(await rowOf(id)).toMatchObject({ name_key: 'gp explorer 2', venue: null })
    expect((await log()).at(-1)).toMatchObject({
      act: 'edit',
      id,
      from: 'GP Explorer',
      to: 'GP Explorer 2',
    })
  })

  test('is refused for an unknown one, and under another’s name', async () => {
    const { id } = await make()
    await make({ name: 'ZEvent' })
    const taken = await ask('PUT', `/${id}`, { ...facts, name: 'zevent' })
    expect([taken.status, taken.body.code]).toEqual([409, 'group_name_taken'])
    expect(await rowOf(id)).toMatchObject({ name: 'GP Explorer' })
    const unknown = await ask('PUT', '/999999', facts)
    expect([unknown.status, unknown.body.code]).toEqual([404, 'group_not_found'])
  })
})

describe('deleting a group', () => {
  test('leaves its events on the agenda, without a group', async () => {
    const { id, slug } = await make()
    const eventId = await place('Race', undefined, id)
    await forgotten()
    expect((await ask('DELETE', `/${id}`)).status).toBe(204)
    expect(await rowOf(id)).toBeUndefined()
    expect(await groupOf(eventId)).toBeNull()
    expect((await log()).at(-1)).toMatchObject({ act: 'delete', id, from: 'GP Explorer' })
    expect(await forgotten()).toContain(`group-${id}`)
    expect((await worker.call('GET', `groups/${slug}`)).status).toBe(404)
  })
})

describe('linking events', () => {
  test('puts an event into a group', async () => {
    const { id } = await make()
    const eventId = await place('Race')
    await forgotten()
    const linked = await ask('PUT', `/${id}/events/${eventId}`)
    expect([linked.status, linked.body.linked_events]).toEqual([200, 1])
    expect(await groupOf(eventId)).toBe(id)
    expect(await forgotten()).toEqual(
      expect.arrayContaining([`event-${eventId}`, `group-${id}`, 'events', 'groups']),
    )
    expect((await log()).at(-1)).toMatchObject({ act: 'link', from: null, to: 'GP Explorer' })
  })

  test('moves an event out of the group that it was in', async () => {
    const old = await make({ name: 'Old' })
    const { id } = await make()
    const eventId = await place('Race', undefined, old.id)
    await forgotten()
    await ask('PUT', `/${id}/events/${eventId}`)
    expect(await groupOf(eventId)).toBe(id)
    expect((await log()).at(-1)).toMatchObject({ act: 'link', from: 'Old', to: 'GP Explorer' })
    expect(await forgotten()).toContain(`group-${old.id}`)
  })

  test('unlinks an event, and only from the group it is in', async () => {
    const other = await make({ name: 'Other' })
    const { id } = await make()
    const eventId = await place('Race', undefined, id)
    expect((await ask('DELETE', `/${other.id}/events/${eventId}`)).status).toBe(200)
    expect(await groupOf(eventId)).toBe(id)
    const { status, body } = await ask('DELETE', `/${id}/events/${eventId}`)
    expect([status, body.linked_events]).toEqual([200, 0])
    expect(await groupOf(eventId)).toBeNull()
    expect((await log()).at(-1)).toMatchObject({ act: 'unlink', from: 'GP Explorer', to: null })
  })

  test.each(['PUT', 'DELETE'])('%s names what is not there', async (method) => {
    const { id } = await make()
    const eventId = await place('Race')
    const noGroup = await ask(method, `/999999/events/${eventId}`)
    expect([noGroup.status, noGroup.body.code]).toEqual([404, 'group_not_found'])
    const noEvent = await ask(method, `/${id}/events/999999`)
    expect([noEvent.status, noEvent.body.code]).toEqual([404, 'event_not_found'])
  })
})

describe('the lists of the panel', () => {
  const names = async (search: string) => {
    const { body } = await ask<AdminPage<AdminGroup>>('GET', search)
    return { names: body.items.map(({ name }) => name), total: body.total }
  }

  beforeEach(async () => {
    for (const name of ['ZEvent', 'GP Explorer', '100 % race']) await make({ name })
    await worker.sql`update event_groups set created_at = id`
    const [group] = await worker.sql<{ id: number }>`select id from event_groups
      where name = 'ZEvent'`
    await place('A', undefined, group!.id)
  })

  test('search, sort and cut groups into pages', async () => {
    expect(await names('')).toEqual({ names: ['100 % race', 'GP Explorer', 'ZEvent'], total: 3 })
    expect((await names('?sort=-name')).names).toEqual(['ZEvent', 'GP Explorer', '100 % race'])
    expect((await names('?sort=created')).names).toEqual(['ZEvent', 'GP Explorer', '100 % race'])
    expect((await names('?sort=-events')).names[0]).toBe('ZEvent')
    expect(await names('?q=EXPL')).toEqual({ names: ['GP Explorer'], total: 1 })
    expect(await names('?q=%25')).toEqual({ names: ['100 % race'], total: 1 })
    expect(await names('?per_page=10&page=2')).toEqual({ names: [], total: 3 })
    expect((await ask('GET', '?sort=venue')).status).toBe(422)
  })

  test('show the events of a group, and with the others the group they are in', async () => {
    const [zevent] = (await ask<AdminPage<AdminGroup>>('GET', '?q=zevent')).body.items
    const now = Date.now()
    await place('Far', now + 30 * day)
    await place('Near', now + day)
    const [explorer] = (await ask<AdminPage<AdminGroup>>('GET', '?q=explorer')).body.items
    const events = async (id: number, search: string) =>
      (await ask<AdminPage<GroupEvent>>('GET', `/${id}/events${search}`)).body
    const own = await events(zevent!.id, '')
    expect([own.total, own.items[0]?.name]).toEqual([1, 'A'])
    const others = await events(explorer!.id, '?linked=false')
    expect(others.items.map(({ name }) => name).at(-1)).toBe('Far')
    expect(others.items.find(({ name }) => name === 'A')?.group).toEqual({
      id: zevent!.id,
      name: 'ZEvent',
    })
    expect((await events(explorer!.id, '?linked=false&q=near')).total).toBe(1)
    expect((await ask('GET', '/999999/events')).status).toBe(404)
  })
})

describe('whoever is no moderator', () => {
  test('changes nothing', async ({ member: { token } }) => {
    const { id } = await make()
    const eventId = await place('Race')
    for (const [method, path, body] of [
      ['POST', '', { ...facts, name: 'Mine' }],
      ['PUT', `/${id}`, { ...facts, name: 'Mine' }],
      ['DELETE', `/${id}`, undefined],
      ['PUT', `/${id}/events/${eventId}`, undefined],
    ] as const) {
      const answer = await worker.call(method, `admin/groups${path}`, { token, body })
      expect([method, answer.status]).toEqual([method, 403])
    }
    expect(await rowOf(id)).toMatchObject({ name: 'GP Explorer' })
    expect(await groupOf(eventId)).toBeNull()
  })
})
