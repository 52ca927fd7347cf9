import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { ScheduleSourceId, StreamingAccountId } from '#worker/contracts/ids.ts'
import type {
  ScheduleImportReport,
  ScheduleSourceView,
} from '#worker/features/imports/schedules/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import {
  createOwnScheduleCalls,
  createStreamerScheduleCalls,
  type ScheduleFileEventFields,
} from './schedule-calls.ts'
import {
  createSchedulesStore,
  filterChannelsForKind,
  listAvailableScheduleKinds,
} from './schedules.store.ts'

function source(id: number): ScheduleSourceView {
  return {
    id: id as ScheduleSourceId,
    kind: 'twitch_schedule',
    platform: 'twitch',
    account: 'ana',
    host: null,
    category: 'variety',
    language: 'en',
    timezone: 'UTC',
    events: 0,
    created_at: '2026-11-01T10:00:00Z',
    last_run_at: null,
    last_error: null,
    next_run_at: null,
  }
}

function start(callsOf = createOwnScheduleCalls) {
  const post = vi.fn(async (path: string, body: unknown): Promise<unknown> => {
    if (path.endsWith('schedule_sources')) return source(2)
    const isConfirmed =
      body instanceof FormData
        ? body.get('confirm') === 'true'
        : (body as { confirm: boolean }).confirm
    return { is_preview: !isConfirmed, items: [] } satisfies ScheduleImportReport
  })
  const api = {
    get: vi.fn(async (): Promise<unknown> => ({ items: [source(1), source(2)] })),
    post,
    delete: vi.fn(async (): Promise<unknown> => undefined),
  }
  const callbacks = { showSuccess: vi.fn(), showError: vi.fn() }
  const first = { items: [source(1)] }
  const calls = callsOf(fakeApi(api))
  const store = createSchedulesStore({ calls, first, ...callbacks })
  return { store, api, ids: () => store.$sources.get().map(({ id }) => id), ...callbacks }
}

const target: ScheduleFileEventFields = {
  account_id: '1',
  category: 'variety',
  language: 'en',
  timezone: 'UTC',
}
const input = {
  kind: 'twitch_schedule',
  account_id: 1 as StreamingAccountId,
  category: 'variety',
  language: 'en',
  timezone: 'UTC',
} as const

test('a new schedule is looked at, and brought in only once that is confirmed', async () => {
  const { store, api, ids, showSuccess } = start()
  await store.add(input)
  expect(ids()).toEqual([1, 2])
  expect(api.post.mock.calls).toEqual([
    ['users/me/schedule_sources', input],
    ['users/me/schedule_sources/2/run', { confirm: false }],
  ])
  expect(store.$looked.get()?.report.is_preview).toBe(true)
  await store.$looked.get()?.confirm()
  expect(api.post).toHaveBeenLastCalledWith('users/me/schedule_sources/2/run', { confirm: true })
  expect(store.$looked.get()?.report.is_preview).toBe(false)
  expect(showSuccess).toHaveBeenCalledExactlyOnceWith('Schedule imported')
})

test('a file is sent again when it is confirmed', async () => {
  const { store, api } = start()
  await store.lookAtFile(new File(['x'], 'a.ics'), target)
  await store.$looked.get()?.confirm()
  const sent = api.post.mock.calls.map(([path, body]) => [
    path,
    (body as unknown as FormData).get('account_id'),
    (body as unknown as FormData).get('confirm'),
  ])
  expect(sent).toEqual([
    ['users/me/schedule_imports', '1', 'false'],
    ['users/me/schedule_imports', '1', 'true'],
  ])
})

test('what cannot be read is said with its reason', async () => {
  const { store, api, showError } = start()
  const details = { fault: 'not_found' }
  const refusal = new ApiError({ status: 409, code: 'schedule_unreadable', msg: 'No.', details })
  api.post.mockRejectedValueOnce(refusal)
  await store.lookAt(source(1))
  expect(showError).toHaveBeenCalledExactlyOnceWith(
    'No. Nothing found there. On Twitch, the schedule must be visible.',
  )
  expect(store.$looked.get()).toBeUndefined()
})

test('a file that is no calendar is told with the line', async () => {
  const { store, api, showError } = start()
  const details = { fault: 'malformed', line: 3, reason: 'no_value' }
  const refusal = new ApiError({ status: 409, code: 'schedule_unreadable', msg: 'No.', details })
  api.post.mockRejectedValueOnce(refusal)
  await store.lookAt(source(1))
  expect(showError).toHaveBeenCalledExactlyOnceWith(
    'No. This isn’t a calendar. Line 3: a name without a value.',
  )
})

test('a removed schedule leaves the list', async () => {
  const { store, api, ids } = start()
  await store.remove(source(1))
  expect(api.delete).toHaveBeenCalledExactlyOnceWith('users/me/schedule_sources/1')
  expect(ids()).toEqual([])
})

test('those of a streamer are at an address of their own', async () => {
  const { store, api } = start((api) => createStreamerScheduleCalls(api, 7))
  await store.add(input)
  await store.lookAtFile(new File(['x'], 'a.ics'), target)
  expect(api.post.mock.calls.map(([path]) => path)).toEqual([
    'admin/streamers/7/schedule_sources',
    'admin/streamers/7/schedule_sources/2/run',
    'admin/streamers/7/schedule_imports',
  ])
})

const youtube = { id: 1, platform: 'youtube' as Platform }
const twitch = { id: 2, platform: 'twitch' as Platform }

test('a schedule on Twitch is offered for channels there alone, a calendar for all', () => {
  expect(filterChannelsForKind('twitch_schedule', [youtube, twitch])).toEqual([twitch])
  expect(filterChannelsForKind('ical_file', [youtube, twitch])).toEqual([youtube, twitch])
  expect(listAvailableScheduleKinds([youtube, twitch])).toEqual([
    'twitch_schedule',
    'ical_url',
    'ical_file',
  ])
  expect(listAvailableScheduleKinds([youtube])).toEqual(['ical_url', 'ical_file'])
})
