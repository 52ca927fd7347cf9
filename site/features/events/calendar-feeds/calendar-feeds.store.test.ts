import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { CalendarFeedId } from '#worker/contracts/ids.ts'
import {
  buildSubscriptionLinks,
  type CalendarFeedView,
} from '#worker/features/events/feeds/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createCalendarFeedsStore, addRemindersToLinks } from './calendar-feeds.store.ts'

function feed(id: number): CalendarFeedView {
  return {
    id: id as CalendarFeedId,
    scope: 'both',
    created_at: '2026-11-01T10:00:00Z',
    last_used_at: null,
    links: buildSubscriptionLinks(`https://hypecal.example/feeds/me/secret-${id}.ics?lang=fr`),
  }
}

function start() {
  const api = {
    post: vi.fn(async (): Promise<unknown> => feed(3)),
    delete: vi.fn(async (): Promise<unknown> => undefined),
  }
  const callbacks = { showSuccess: vi.fn(), showError: vi.fn() }
  const first = { items: [feed(1), feed(2)] }
  const store = createCalendarFeedsStore({ api: fakeApi(api), first, ...callbacks })
  return { store, api, ids: () => store.$feeds.get().map(({ id }) => id), ...callbacks }
}

test('a new link stands behind the others', async () => {
  const { store, api, ids, showSuccess } = start()
  await store.create('hyped')
  expect(api.post).toHaveBeenCalledExactlyOnceWith('users/me/calendar_feeds', { scope: 'hyped' })
  expect(ids()).toEqual([1, 2, 3])
  expect(showSuccess).toHaveBeenCalledWith('Your calendar link is ready')
})

test('a revoked link leaves the list, and stays where that was refused', async () => {
  const { store, api, ids, showError } = start()
  await store.revoke(1)
  expect(api.delete).toHaveBeenCalledExactlyOnceWith('users/me/calendar_feeds/1')
  expect(ids()).toEqual([2])
  api.delete.mockRejectedValueOnce(new ApiError({ status: 0, msg: '' }))
  await store.revoke(2)
  expect(ids()).toEqual([2])
  expect(showError).toHaveBeenCalledWith('Couldn’t turn off the link')
})

test('the reminders chosen are part of every address', () => {
  const { store } = start()
  store.turnAlarm(60, true)
  store.turnAlarm(1440, true)
  store.turnAlarm(15, true)
  store.turnAlarm(15, false)
  expect(store.$alarms.get()).toEqual([1440, 60])
  const address = 'https://hypecal.example/feeds/me/secret-1.ics?lang=fr&alarm=1440&alarm=60'
  const links = addRemindersToLinks(feed(1), store.$alarms.get())
  expect(links?.https).toBe(address)
  expect(links?.webcal).toBe(address.replace('https:', 'webcal:'))
  expect(new URL(links?.google ?? '').searchParams.get('cid')).toBe(links?.webcal)
  expect(addRemindersToLinks(feed(1), [])).toEqual(feed(1).links)
  expect(addRemindersToLinks({ ...feed(1), links: null }, [60])).toBeUndefined()
})
