import { describe, expect, test } from 'vitest'
import type { DeliveryChannelView } from '#worker/features/operations/contract.ts'
import { placeHours, stackBars, sumHours } from './bars.ts'

describe('the bars of a chart', () => {
  test('are none where nothing happened', () => {
    expect(stackBars([])).toEqual({ parts: [], longest: 0 })
    expect(stackBars([{ at: 0, counts: { dead: 0, sent: 0 } }]).parts).toEqual([])
  })

  test('are as long as their share of the longest, stacked from what asks for a look', () => {
    const { parts, longest } = stackBars([
      { at: 22, counts: { sent: 75, dead: 25 } },
      { at: 23, counts: { sent: 50, dead: 0 } },
    ])
    expect(longest).toBe(100)
    expect(parts).toEqual([
      { state: 'dead', at: 22, from: 0, size: 25 },
      { state: 'sent', at: 22, from: 25, size: 75 },
      { state: 'sent', at: 23, from: 0, size: 50 },
    ])
  })

  test('can be seen however few they stand for, and never leave the chart', () => {
    expect(stackBars([{ at: 0, counts: { sent: 1_000_000, dead: 1 } }]).parts).toEqual([
      { state: 'dead', at: 0, from: 0, size: 2 },
      { state: 'sent', at: 0, from: 2, size: 98 },
    ])
  })
})

describe('hours', () => {
  const period = { at: '2026-11-20T12:34:00Z', hours: 24 }
  const place = (...list: string[]) => {
    const placed = placeHours(
      period,
      list.map((at) => ({ at: `2026-11-${at}:00:00Z` })),
    )
    return { places: placed.bars.map(({ at }) => at), hours: placed.hours }
  }

  test('have their place, the one that is not over being the last', () => {
    expect(place('19T13', '20T12')).toEqual({ places: [0, 23], hours: 24 })
    expect(place()).toEqual({ places: [], hours: 24 })
  })

  test('reach beyond now where tries are due later', () => {
    expect(place('20T18')).toEqual({ places: [29], hours: 30 })
  })

  test('are summed over the channels that are sent, without those of waiting alone', () => {
    const none = { due: 0, sent: 0, late: 0, failed: 0, dead: 0, unknown: 0 }
    const [first, second] = ['2026-11-20T11:00:00Z', '2026-11-20T12:00:00Z'] as const
    const channels: DeliveryChannelView[] = [
      { channel: 'email', totals: none, by_hour: [{ at: second, ...none, sent: 5, late: 2 }] },
      {
        channel: 'push',
        totals: none,
        by_hour: [
          { at: first, ...none, sent: 1 },
          { at: second, ...none, sent: 3, late: 1 },
        ],
      },
      { channel: 'discord', totals: none, by_hour: [{ at: first, ...none, due: 9 }] },
      { channel: 'in_app', totals: none, by_hour: [{ at: second, ...none, sent: 100 }] },
    ]
    expect(sumHours(channels)).toEqual([
      { at: first, sent: 1, failed: 0 },
      { at: second, sent: 5, failed: 3 },
    ])
  })
})
