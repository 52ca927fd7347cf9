import { expect, it, vi } from 'vitest'
import { createCalendarStore } from './calendar.store.ts'
import type { CalendarMonth } from './calendar-state.ts'
import { readCalendarAddress } from './address.ts'
import type { CalendarFilters } from '#worker/features/events/calendar/contract.ts'
import type { CalendarItem } from './entries.ts'

const now = Date.UTC(2026, 10, 20, 12)

function item(id: number, hour: number): CalendarItem {
  const startAt = Date.UTC(2026, 10, 23, hour)
  const endAt = startAt + 4 * 3_600_000
  return {
    id,
    slug: `e${id}`,
    name: `Event ${id}`,
    startAt,
    endAt,
    start: new Date(startAt).toISOString(),
    end: new Date(endAt).toISOString(),
    time_certainty: 'exact',
    phase: 'upcoming',
    platform: 'twitch',
    streaming_account_name: 'luna',
    channel: null,
    participants: [],
    game: null,
    group: null,
    cancelled_at: null,
  } as unknown as CalendarItem
}

function monthOf(month: string): CalendarMonth {
  return {
    month,
    items: [item(1, 10), item(2, 12), item(3, 20)],
    isCut: false,
    elsewhere: undefined,
    now,
  }
}

function start(isSignedIn = false) {
  const answers: ((isFound: boolean) => void)[] = []
  const loadMonth = vi.fn(
    (month: string, _filters: CalendarFilters) =>
      new Promise<{ title: string; month: CalendarMonth }>((resolve, reject) => {
        answers.push((isFound) =>
          isFound ? resolve({ title: month, month: monthOf(month) }) : reject(new Error('gone')),
        )
      }),
  )
  const dependencies = {
    loadMonth,
    loadFollowed: vi.fn(() => Promise.resolve(new Set(['e2']))),
    loadHyped: () => Promise.resolve([1, 2]),
    isSignedIn: () => isSignedIn,
    readNow: () => now,
    onVisit: vi.fn(),
    onTitle: vi.fn(),
    onFailure: vi.fn(),
  }
  const address = readCalendarAddress(new URLSearchParams())
  const reader = { tag: 'en', timeZone: 'UTC', now }
  const calendar = createCalendarStore(
    { month: monthOf('2026-11'), address, locale: 'en', reader },
    dependencies,
  )
  return { calendar, answers, ...dependencies }
}

it('changes view and grouping without loading anything, each with an address', async () => {
  const { calendar, loadMonth, onVisit } = start()
  await calendar.goTo({ view: 'month' })
  await calendar.goTo({ isGrouped: true })
  expect(loadMonth).not.toHaveBeenCalled()
  expect(onVisit.mock.calls).toEqual([
    ['/calendar?view=month'],
    ['/calendar?grouping=grouped&view=month'],
  ])
})

it('shows the month asked for last, whichever comes last', async () => {
  const { calendar, answers, onVisit } = start()
  const first = calendar.goTo({ month: '2026-12' })
  const second = calendar.goTo({ month: '2027-01' })
  answers[1]!(true)
  await second
  answers[0]!(true)
  await first
  expect(calendar.$month.get().month).toBe('2027-01')
  expect(calendar.$announcement.get()).toBe('January 2027')
  expect([onVisit.mock.calls.length, calendar.$isLoading.get()]).toEqual([1, false])
})

it('keeps the day that is chosen while a month is on its way, and no earlier one', async () => {
  const { calendar, answers } = start()
  calendar.focusDay('2026-11-20')
  const december = calendar.goTo({ month: '2026-12' })
  calendar.focusDay('2026-12-02')
  answers[0]!(true)
  await december
  expect(calendar.$selectedDay.get()).toBe('2026-12-02')
  const january = calendar.goTo({ month: '2027-01' })
  answers[1]!(true)
  await january
  expect(calendar.$selectedDay.get()).toBeUndefined()
})

it('leaves for the page of a month that cannot be loaded', async () => {
  const { calendar, answers, onFailure } = start()
  const gone = calendar.goTo({ month: '2026-12' })
  answers[0]!(false)
  await gone
  expect(onFailure).toHaveBeenCalledExactlyOnceWith('/calendar?month=2026-12')
})

it('marks what a member hyped and where two of those overlap, and takes it back', async () => {
  const { calendar } = start(true)
  await calendar.begin()
  expect(calendar.$overlaps.get().get(1)).toBe('Event 2')
  calendar.setHyped(2, false)
  expect([...calendar.$overlaps.get()]).toEqual([])
})

it('keeps to what a member follows, and says so where that cannot be had', async () => {
  const { calendar, loadFollowed } = start(true)
  await calendar.goTo({ isFollowed: true })
  expect(calendar.$items.get().map(({ id }) => id)).toEqual([2])
  await calendar.goTo({ isFollowed: false })
  loadFollowed.mockRejectedValueOnce(new Error('offline'))
  await calendar.goTo({ isFollowed: true })
  expect(calendar.$followed.get()).toBe('failed')
  await calendar.loadFollowed()
  expect(calendar.$items.get().map(({ id }) => id)).toEqual([2])
})

it('goes to today within the month, and to its month from another', async () => {
  const { calendar, answers } = start()
  await calendar.goToday()
  expect([calendar.$selectedDay.get(), calendar.$focusRequests.get()]).toEqual(['2026-11-20', 1])
  const away = calendar.goTo({ month: '2026-12' })
  answers[0]!(true)
  await away
  const back = calendar.goToday()
  answers[1]!(true)
  await back
  expect([calendar.$month.get().month, calendar.$selectedDay.get()]).toEqual([
    '2026-11',
    '2026-11-20',
  ])
})

it('loads a month again for other filters, and not for another view', async () => {
  const { calendar, answers, loadMonth, onVisit } = start()
  const filtered = calendar.goTo({ platform: ['twitch'] })
  answers[0]!(true)
  await filtered
  await calendar.goTo({ view: 'week' })
  expect(loadMonth.mock.calls).toEqual([
    ['2026-11', { language: [], platform: ['twitch'], category: [] }],
  ])
  expect(onVisit).toHaveBeenLastCalledWith('/calendar?platform=twitch&view=week')
})

it('moves by weeks and says which days it shows', async () => {
  const { calendar, onVisit } = start()
  await calendar.goTo({ view: 'week' })
  expect(calendar.$week.get().shown[0]).toBe('2026-11-15')
  await calendar.goTo({ day: '2026-11-27', month: '2026-11' })
  expect(calendar.$week.get().shown).toEqual(
    ['22', '23', '24', '25', '26', '27', '28'].map((day) => `2026-11-${day}`),
  )
  expect(calendar.$announcement.get().replace(/\s/gu, ' ')).toBe('November 22 – 28, 2026')
  expect(onVisit).toHaveBeenLastCalledWith('/calendar?day=2026-11-27&view=week')
  await calendar.goToday()
  expect(onVisit).toHaveBeenLastCalledWith('/calendar?view=week')
  calendar.$screen.set('narrow')
  expect(calendar.$week.get().shown).toEqual(['2026-11-20', '2026-11-21', '2026-11-22'])
})

it('opens the events of a group, and the long ones that have no line', async () => {
  const { calendar } = start()
  const group = { id: 1, slug: 'cup', name: 'The Cup' }
  const { items, ...month } = calendar.$month.get()
  calendar.$month.set({
    ...month,
    items: items.map((one) => ({ ...one, group: one.id === 3 ? null : group })),
  })
  const opened = () => {
    const { title, items: listed = [], groupSlug } = calendar.$opened.get() ?? {}
    calendar.$opened.set(undefined)
    return { title, groupSlug, ids: listed.map(({ id }) => id) }
  }
  expect(calendar.openEntries({ key: 'event-1' })).toBe(false)
  await calendar.goTo({ isGrouped: true })
  expect(calendar.openEntries({ key: 'group-cup-2026-11-23' })).toBe(true)
  expect(opened()).toEqual({ title: 'The Cup', groupSlug: 'cup', ids: [1, 2] })
  expect(calendar.openEntries({ key: 'event-3' })).toBe(false)
  expect(calendar.openEntries({})).toBe(false)
  expect(calendar.$opened.get()).toBeUndefined()
  for (const view of ['month', 'week'] as const) {
    await calendar.goTo({ isGrouped: false, view, day: '2026-11-23' })
    expect(calendar.openEntries({ keys: 'event-3 event-1 event-9' })).toBe(true)
    expect(opened()).toEqual({ title: 'Long events', groupSlug: undefined, ids: [3, 1] })
  }
})

it('leaves out what is muted, counts it, and shows it where asked to, or where it is hyped', () => {
  const { calendar } = start()
  const ids = () => calendar.$items.get().map(({ id }) => id)
  const categories = ['irl', 'irl', 'music'] as const
  const { items, ...month } = calendar.$month.get()
  calendar.$month.set({
    ...month,
    items: items.map((one, index) => ({ ...one, category: categories[index] ?? 'irl' })),
  })
  expect(ids()).toEqual([1, 2, 3])
  calendar.$muting.set({ muted: ['irl'], neverMuted: [] })
  expect([ids(), calendar.$mutedCount.get()]).toEqual([[3], 2])
  calendar.setHyped(2, true)
  expect([ids(), calendar.$mutedCount.get()]).toEqual([[2, 3], 1])
  calendar.$areMutedShown.set(true)
  expect([ids(), calendar.$mutedCount.get()]).toEqual([[1, 2, 3], 1])
})

it('mutes nothing of what is followed', async () => {
  const { calendar } = start(true)
  calendar.$muting.set({ muted: ['irl'], neverMuted: [] })
  const { items, ...month } = calendar.$month.get()
  calendar.$month.set({
    ...month,
    items: items.map((one) => ({ ...one, category: 'irl' as const })),
  })
  expect(calendar.$items.get()).toEqual([])
  await calendar.goTo({ isFollowed: true })
  expect(calendar.$items.get().map(({ slug }) => slug)).toEqual(['e2'])
})

it('drops followed events that arrive after the month has changed', async () => {
  const { calendar, answers, loadFollowed } = start(true)
  await calendar.goTo({ isFollowed: true })
  const late = Promise.withResolvers<Set<string>>()
  loadFollowed.mockReturnValueOnce(late.promise)
  const loading = calendar.loadFollowed()
  const going = calendar.goTo({ month: '2026-12' })
  answers[0]?.(true)
  await going
  late.resolve(new Set(['of november']))
  await loading
  expect(calendar.$followed.get()).toEqual(new Set(['e2']))
})
