import { expect, test } from 'vitest'
import { createEmptyDraft, type Draft } from './draft.ts'
import { adjustEndToStart, isSameEnd, suggestEnd } from './suggested-end.ts'

const none = { end_date: '', end_time: '' }

function draft(fields: Partial<Draft> = {}): Draft {
  const start = { start_date: '2026-12-04', start_time: '22:30' }
  return { ...createEmptyDraft('fr', 'Europe/Paris'), ...start, ...fields }
}

test('the suggested end is three hours on, past midnight and over a turned clock', () => {
  expect(suggestEnd(draft())).toEqual({ end_date: '2026-12-05', end_time: '01:30' })
  const turned = draft({ start_date: '2027-03-28', start_time: '01:00' })
  expect(suggestEnd(turned)).toEqual({ end_date: '2027-03-28', end_time: '05:00' })
})

test('there is none without a time, or for whole days', () => {
  expect(suggestEnd(draft({ start_time: '' }))).toBeUndefined()
  expect(suggestEnd(draft({ time_certainty: 'date_only' }))).toBeUndefined()
  expect(isSameEnd(undefined, none)).toBe(false)
})

test('it follows the start until the person has chosen another or removed it', () => {
  const first = adjustEndToStart(draft(), none, true)
  expect(first).toEqual({ end_date: '2026-12-05', end_time: '01:30' })
  const moved = draft({ ...first, start_time: '20:00' })
  expect(adjustEndToStart(moved, first, true)).toEqual({
    end_date: '2026-12-04',
    end_time: '23:00',
  })
  const chosen = { end_date: '2026-12-05', end_time: '02:00' }
  expect(adjustEndToStart(draft({ ...chosen, start_time: '20:00' }), first, true)).toEqual(chosen)
  expect(adjustEndToStart(draft(none), none, false)).toEqual({
    end_date: '2026-12-04',
    end_time: '',
  })
})

test('an end before the start moves to its day', () => {
  const early = { end_date: '2026-12-01', end_time: '23:00' }
  expect(adjustEndToStart(draft(early), none, true)).toEqual({
    end_date: '2026-12-04',
    end_time: '23:00',
  })
})
