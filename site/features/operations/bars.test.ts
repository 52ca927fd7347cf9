import { describe, expect, test } from 'vitest'
import type { DeliveryChannelView } from '#worker/features/operations/contract.ts'
import { toStackedBars } from './bars.ts'

const period = { at: '2026-11-20T12:34:00Z', hours: 24 }
const none = { due: 0, sent: 0, failed: 0, dead: 0, unknown: 0 }

function draw(...by_hour: DeliveryChannelView['by_hour']) {
  return toStackedBars(period, { by_hour })
}

describe('the bars of a channel', () => {
  test('are none where nothing happened, over the hours asked for', () => {
    expect(draw()).toEqual({ hours: 24, bars: [], tallest: 0 })
  })

  test('stand at their hour, the hour that is not over being the last', () => {
    const { bars, hours } = draw(
      { at: '2026-11-19T13:00:00Z', ...none, sent: 1 },
      { at: '2026-11-20T12:00:00Z', ...none, sent: 1 },
    )
    expect(bars.map(({ x }) => x)).toEqual([0, 23])
    expect(hours).toBe(24)
  })

  test('are as high as their share of the tallest hour, stacked from what asks for a look', () => {
    const { bars, tallest } = draw(
      { at: '2026-11-20T11:00:00Z', ...none, sent: 75, dead: 25 },
      { at: '2026-11-20T12:00:00Z', ...none, sent: 50 },
    )
    expect(tallest).toBe(100)
    expect(bars).toEqual([
      { state: 'dead', x: 22, y: 75, height: 25 },
      { state: 'sent', x: 22, y: 0, height: 75 },
      { state: 'sent', x: 23, y: 50, height: 50 },
    ])
  })

  test('can be seen however few they stand for, and never leave the chart', () => {
    const { bars } = draw({ at: '2026-11-20T12:00:00Z', ...none, sent: 1_000_000, dead: 1 })
    expect(bars).toEqual([
      { state: 'dead', x: 23, y: 98, height: 2 },
      { state: 'sent', x: 23, y: 0, height: 98 },
    ])
  })

  test('reach beyond now where tries are due later', () => {
    expect(draw({ at: '2026-11-20T18:00:00Z', ...none, failed: 3 })).toMatchObject({
      hours: 30,
      bars: [{ state: 'failed', x: 29 }],
    })
  })
})
