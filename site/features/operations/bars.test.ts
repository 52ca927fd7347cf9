import { describe, expect, test } from 'vitest'
import type { DeliveryChannelView } from '#worker/features/operations/contract.ts'
import { placeHours, stackBars, sumHours } from './bars.ts'

const series = ['dead', 'sent'] as const

describe('the bars of a chart', () => {
  test('are none where nothing happened', () => {
    expect(stackBars([], series)).toEqual({ parts: [], longest: 0 })
    expect(stackBars([{ at: 0, counts: { dead: 0, sent: 0 } }], series).parts).toEqual([])
  })

  test('are as long as their share of the longest, stacked from the first of the series', () => {
    const { parts, longest } = stackBars(
      [
        { at: 22, counts: { sent: 75, dead: 25 } },
        { at: 23, counts: { sent: 50, dead: 0 } },
      ],
      series,
    )
    expect(longest).toBe(100)
    expect(parts).toEqual([
      { series: 'dead', at: 22, from: 0, size: 25 },
      { series: 'sent', at: 22, from: 25, size: 75 },
      { series: 'sent', at: 23, from: 0, size: 50 },
    ])
  })

  test('can be seen however few they stand for, and never leave the chart', () => {
    expect(stackBars([{ at: 0, counts: { sent: 1_000_000, dead: 1 } }], series).parts).toEqual([
      { series: 'dead', at: 0, from: 0, size: 2 },
      { series: 'sent', at: 0, from: 2, size: 98 },
    ])
  })
})

describe('hours', () => {
  const period = { at: '2026-11-20T12:34:00Z', hours: 24 }
  const place = (...list: string[]) => {
    const hours = list.map((at) => ({ at: `2026-11-${at}:00:00Z` }))
    const { placed, length } = placeHours(period, hours)
    return { places: placed.map(({ at }) => at), length }
  }

  test('have their place, the one that is not over being the last', () => {
    expect(place('19T13', '20T12')).toEqual({ places: [0, 23], length: 24 })
    expect(place()).toEqual({ places: [], length: 24 })
  })

  test('reach beyond now where tries are due later', () => {
    expect(place('20T18')).toEqual({ places: [29], length: 30 })
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
      { at: first, on_time: 1, late: 0 },
      { at: second, on_time: 5, late: 3 },
    ])
  })
})
