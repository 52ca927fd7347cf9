import { expect, it, vi } from 'vitest'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createHypeDatesStore, isHypeDatesKey } from './hype-dates.store.ts'

function start({ refuses = false, hyped = [] as number[] } = {}) {
  const put = vi.fn(async () => {
    if (refuses) throw new Error('refused')
    return {
      hyped_events: [3, 4, 5].map((id) => ({ id, hype_count: id * 10 })),
      gamification_info: { gamification: { xp_earned: 15 } },
    }
  })
  const [onChange, onHyped, onEarned, onFailure] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
  const dates = createHypeDatesStore({
    api: fakeApi({ put }),
    readHypesAndFollows: async () => ({ hyped_events: hyped }),
    ...{ onChange, onHyped, onEarned, onFailure },
  })
  const last = () => onChange.mock.lastCall as unknown
  return { dates, put, last, onHyped, onEarned, onFailure }
}

const idle = { isDone: false, isSending: false }
const done = { isDone: true, isSending: false }

it('hypes a series by one call, which two presses do not repeat', async () => {
  const { dates, put, last, onHyped, onEarned } = start()
  dates.add('series-3', { ids: [3, 4, 5], isComplete: true })
  const results = await Promise.all([dates.hypeAll('series-3'), dates.hypeAll('series-3')])
  expect(results).toEqual([true, false])
  expect(put).toHaveBeenCalledExactlyOnceWith('events/3/hype_series')
  expect(last()).toEqual(['series-3', done])
  expect(onHyped).toHaveBeenCalledExactlyOnceWith([
    { id: 3, hype_count: 30 },
    { id: 4, hype_count: 40 },
    { id: 5, hype_count: 50 },
  ])
  expect(onEarned).toHaveBeenCalledExactlyOnceWith({ xp_earned: 15 })
})

it('offers it again once one date is taken back', async () => {
  const { dates, put, last } = start()
  dates.add('group-9', { ids: [3, 4], isComplete: false })
  await dates.hypeAll('group-9')
  expect(put).toHaveBeenCalledExactlyOnceWith('groups/9/hype_dates')
  expect(last()).toEqual(['group-9', done])
  dates.mark(5, false)
  expect(last()).toEqual(['group-9', idle])
})

it('knows that all were hyped before, where it knows all', async () => {
  const { dates, last } = start({ hyped: [3, 4, 5] })
  dates.add('series-3', { ids: [3, 4, 5], isComplete: true })
  dates.add('group-9', { ids: [3, 4, 5], isComplete: false })
  await dates.load()
  expect(last()).toEqual(['group-9', idle])
  dates.add('series-4', { ids: [3, 5], isComplete: true })
  expect(last()).toEqual(['series-4', done])
})

it('goes back to the offer when the server refuses', async () => {
  const { dates, last, onFailure, onHyped } = start({ refuses: true })
  dates.add('series-3', { ids: [3], isComplete: true })
  expect(await dates.hypeAll('series-3')).toBe(false)
  expect(last()).toEqual(['series-3', idle])
  expect([onFailure.mock.calls.length, onHyped.mock.calls.length]).toEqual([1, 0])
})

it.each([
  ['series-12', true],
  ['group-1', true],
  ['group-0', false],
  ['12', false],
  ['series-1"]', false],
])('takes %s for dates: %s', (text, isOne) => {
  expect(isHypeDatesKey(text)).toBe(isOne)
})
