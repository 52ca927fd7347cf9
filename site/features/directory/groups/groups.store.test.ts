import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { AdminGroup, GroupEvent } from '#worker/features/directory/groups/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createGroupEventsStore } from './group-events.store.ts'
import { toGroupBody, GroupForm, toFormValues } from './group-form.ts'
import { createGroupsStore } from './groups.store.ts'
import * as v from 'valibot'

function group(id: number, changes: Partial<AdminGroup> = {}): AdminGroup {
  return {
    id,
    slug: `group-${id}`,
    name: `Group ${id}`,
    description: 'About it.',
    followers: 0,
    upcoming_dates: 0,
    language_code: null,
    category: null,
    game: null,
    thumbnail_path: null,
    picture_path: `drawn/groups/${id}.svg`,
    venue: null,
    website: null,
    upcoming_events: 0,
    total_events: 0,
    linked_events: 0,
    next: null,
    created_at: '2027-01-01T00:00:00Z',
    ...changes,
  }
}

function event(id: number): GroupEvent {
  return {
    id,
    slug: `event-${id}`,
    name: `Event ${id}`,
    start: '2027-01-01T00:00:00Z',
    timezone: 'UTC',
    time_certainty: 'exact',
    status: 'approved',
    channel_name: null,
    group: null,
  }
}

function voice() {
  return { showSuccess: vi.fn(), showError: vi.fn() }
}

function start(answers: Record<string, unknown> = {}) {
  const call = (name: string) =>
    vi.fn(async (path: string) => {
      const answer = answers[`${name} ${path}`]
      if (answer instanceof Error) throw answer
      return answer
    })
  const api = { get: call('get'), post: call('post'), put: call('put'), delete: call('delete') }
  const said = voice()
  const first = {
    list: { items: [group(1), group(2)], page: 1, per_page: 25, total: 2 },
    query: { page: 1, per_page: 25, q: '', sort: 'name' as const },
  }
  const store = createGroupsStore({ api: fakeApi(api), onQuery: () => undefined, ...said }, first)
  return { store, api, ...said, names: () => store.$list.get().items.map(({ name }) => name) }
}

const outage = new ApiError({ status: 500, msg: 'An unknown error occurred' })
const body = toGroupBody(toFormValues(undefined))

describe('the groups of the panel', () => {
  test('show what was created, changed and deleted', async () => {
    const { store, names, showSuccess } = start({
      'post admin/groups': group(3),
      'put admin/groups/2': group(2, { name: 'Renamed' }),
    })
    await store.create(body)
    await store.change(2, body)
    expect(names()).toEqual(['Group 3', 'Group 1', 'Renamed'])
    expect(await store.remove(group(1))).toBe(true)
    expect(names()).toEqual(['Group 3', 'Renamed'])
    expect(showSuccess).toHaveBeenLastCalledWith('Group 1 deleted')
  })

  test('say what could not be done, and stay as they are', async () => {
    const { store, names, showError } = start({
      'post admin/groups': outage,
      'delete admin/groups/1': outage,
    })
    const failure = store.create(body)
    await expect(failure).rejects.toMatchObject({
      msg: 'Couldn’t create the event group. Try again.',
    })
    expect(await store.remove(group(1))).toBe(false)
    expect(showError).toHaveBeenCalledWith('Couldn’t delete the event group. Try again.')
    expect(names()).toEqual(['Group 1', 'Group 2'])
  })

  test('leave a refusal to the form', async () => {
    const taken = new ApiError({ status: 409, msg: 'Taken', code: 'group_name_taken' })
    const { store } = start({ 'post admin/groups': taken })
    await expect(store.create(body)).rejects.toBe(taken)
  })
})

describe('the events of a group', () => {
  function startEvents(answer: unknown) {
    const path = 'admin/groups/7/events'
    const page = { items: [event(1)], page: 1, per_page: 10, total: 1 }
    const act = vi.fn(async () => {
      if (answer instanceof Error) throw answer
      return answer
    })
    const get = vi.fn(async () => page)
    const onGroup = vi.fn()
    const said = voice()
    const api = fakeApi({ get, put: act, delete: act })
    const store = createGroupEventsStore({ api, groupId: 7, onGroup, ...said })
    return { store, act, get, onGroup, path, ...said }
  }

  test('gain one that was found, which is found no more', async () => {
    const { store, act, onGroup, path, showSuccess } = startEvents(group(7, { linked_events: 1 }))
    await store.found.load({ q: 'event' })
    await store.link(event(1))
    expect(act).toHaveBeenCalledWith(`${path}/1`)
    expect(onGroup).toHaveBeenCalledWith(expect.objectContaining({ linked_events: 1 }))
    expect(store.found.$list.get().items).toEqual([])
    expect(store.linked.$list.get().items).toHaveLength(1)
    expect(showSuccess).toHaveBeenCalledWith('“Event 1” added')
  })

  test('say why one could not be linked or unlinked', async () => {
    const { store, showError, onGroup } = startEvents(
      new ApiError({ status: 404, msg: 'Event group not found.' }),
    )
    await store.link(event(1))
    await store.unlink(event(1))
    expect(showError.mock.calls.flat()).toEqual([
      'Couldn’t add the event. Event group not found.',
      'Couldn’t remove the event from the group. Event group not found.',
    ])
    expect(onGroup).not.toHaveBeenCalled()
    expect(store.$movingId.get()).toBeUndefined()
  })

  test('move one at a time', async () => {
    const { store, act } = startEvents(group(7))
    await Promise.all([store.link(event(1)), store.link(event(1)), store.unlink(event(2))])
    expect(act).toHaveBeenCalledTimes(1)
  })
})

describe('the form of a group', () => {
  test('sends what it shows, and empty choices as none', () => {
    const game = { id: 5, slug: 'tetris', name: 'Tetris' }
    const values = toFormValues(group(1, { game, venue: 'Paris', language_code: 'fr' }))
    expect(v.is(GroupForm, values)).toBe(true)
    expect(toGroupBody(values)).toEqual({
      name: 'Group 1',
      description: 'About it.',
      language_code: 'fr',
      category: null,
      game_id: 5,
      venue: 'Paris',
      thumbnail_path: null,
    })
  })

  test('knows no game by a text alone', () => {
    const values = { ...toFormValues(group(1)), game_name: 'Tetr' }
    const { issues } = v.safeParse(GroupForm, values)
    expect(issues?.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([
      ['game_name', 'unknown_game'],
    ])
  })
})
