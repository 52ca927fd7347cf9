import { expect, test } from 'vitest'
import { toPeriods } from './status.ts'

const monday = Math.floor(Date.UTC(2026, 10, 23) / 86_400_000)
const row = (day: number, on_time: number, late = 0) => ({
  ...{ channel: 'email' as const, day: monday + day, on_time, late, unknown: 0, failed: 0 },
})

test('days with few sendings are summed into their week, others stand alone', () => {
  expect(toPeriods([row(6, 5, 1), row(3, 20), row(0, 7), row(-1, 3)])).toEqual([
    expect.objectContaining({ from: '2026-11-23', until: '2026-11-29', on_time: 12, late: 1 }),
    expect.objectContaining({ from: '2026-11-26', until: '2026-11-26', on_time: 20, late: 0 }),
    expect.objectContaining({ from: '2026-11-22', until: '2026-11-22', on_time: 3 }),
  ])
})
