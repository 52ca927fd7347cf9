import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#worker/contracts/durations.ts'
import { computeLeadMs, computeOverrunMs } from './lead.ts'

const seconds = (drain: number) => ({ recipients: drain * 1000, perSecond: 1000 })

test.each<[drain: number, lead: number]>([
  [0, 0],
  [2, 1],
  [200, 100],
  [600, 300],
  // 99 of 100 within five minutes after the mark.
  [800, 492],
  [2000, 600],
])('what takes %i s begins %i s before the mark', (drain, lead) => {
  expect(computeLeadMs(seconds(drain))).toBe(lead * 1000)
})

test.each<[drain: number, distanceMs: number, overrun: number]>([
  [800, dayMs, 0],
  [900, dayMs, 0],
  [1000, dayMs, 90],
  [800, hourMs, 0],
  [600, 15 * minuteMs, 144],
])('of %i s to a mark %i ms before the start, %i s are too late', (drain, distanceMs, overrun) => {
  expect(computeOverrunMs(seconds(drain), distanceMs)).toBe(overrun * 1000)
})
