import { expect, test, vi } from 'vitest'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import type { SimilarEvent } from '#worker/features/moderation/proposals/contract.ts'
import { createEmptyDraft, type Draft } from './draft.ts'
import { createSimilarEventsSearch, toSimilarEventsQuery } from './similar-search.ts'

const channel: Draft = {
  ...createEmptyDraft('fr', 'Europe/Paris'),
  platform: 'twitch',
  streaming_account_name: 'zerator',
}
const dated: Draft = { ...channel, name: 'Gala', start_date: '2026-12-04', start_time: '19:00' }
const event = (id: number) => ({ id, name: `Gala ${id}` }) as SimilarEvent

test('the channel is asked about first, then the day; nothing in between or too early', () => {
  expect(toSimilarEventsQuery(createEmptyDraft('fr', 'UTC'), 0)).toBeUndefined()
  const known = { platform: 'twitch', streaming_account_name: 'zerator' }
  expect(toSimilarEventsQuery(dated, 0)).toEqual(known)
  expect(toSimilarEventsQuery(dated, 1)).toBeUndefined()
  expect(toSimilarEventsQuery(channel, 2)).toBeUndefined()
  const start = '2026-12-04T18:00:00.000Z'
  expect(toSimilarEventsQuery(dated, 2)).toEqual({
    ...known,
    name: 'Gala',
    timezone: 'Europe/Paris',
    start,
  })
})

test('what was called another event is not shown again', async () => {
  const get = vi.fn(async (_path: string) => ({ items: [event(1), event(2)] }))
  const search = createSimilarEventsSearch(fakeApi({ get }))
  await search.look(channel, 0)
  expect(search.$found.get().map(({ id }) => id)).toEqual([1, 2])
  search.dismiss([event(1)])
  expect(search.$found.get().map(({ id }) => id)).toEqual([2])
  await search.look(dated, 2)
  expect(search.$found.get().map(({ id }) => id)).toEqual([2])
  expect([search.areDismissed([event(1)]), search.areDismissed([event(1), event(2)])]).toEqual([
    true,
    false,
  ])
  expect(search.areDismissed([])).toBe(false)
})

test('the last question counts, and one that fails finds nothing', async () => {
  let answerFirst: (value: unknown) => void = () => undefined
  const get = vi.fn(async (_path: string): Promise<unknown> => ({ items: [event(2)] }))
  get.mockImplementationOnce(() => new Promise((resolve) => (answerFirst = resolve)))
  const search = createSimilarEventsSearch(fakeApi({ get }))
  const first = search.look(channel, 0)
  await search.look(channel, 0)
  answerFirst({ items: [event(1)] })
  await first
  expect(search.$found.get().map(({ id }) => id)).toEqual([2])
  get.mockRejectedValueOnce(new Error('offline'))
  await search.look(channel, 0)
  expect(search.$found.get()).toEqual([])
})

test('a hype sets it, however often, and answers with its reminders', async () => {
  const reminders = ['2026-12-03T18:00:00Z']
  const put = vi.fn(async (_path: string, _body: unknown) => ({ reminders }))
  const search = createSimilarEventsSearch(fakeApi({ put }))
  expect(await search.hype(4)).toEqual(reminders)
  expect(put).toHaveBeenCalledExactlyOnceWith('events/4/toggle_hype', { hyped: true })
})
