import { hourMs } from '#worker/contracts/durations.ts'
import type { DeliveryChannelView, OperationsView } from '#worker/features/operations/contract.ts'

/** The amounts that stand at one place of a chart. */
export type Bar<Series extends string> = { at: number; counts: Readonly<Record<Series, number>> }
/** In places along the chart, and hundredths of the longest bar from its foot. */
export type BarPart<Series extends string> = {
  series: Series
  at: number
  from: number
  size: number
}

/** An amount above zero stays visible. */
const leastSize = 2

/** The first of the series stands at the foot. */
export function stackBars<Series extends string>(
  bars: readonly Bar<Series>[],
  series: readonly Series[],
): { parts: BarPart<Series>[]; longest: number } {
  const sumOf = ({ counts }: Bar<Series>) => series.reduce((sum, name) => sum + counts[name], 0)
  const longest = Math.max(0, ...bars.map(sumOf))
  const parts = bars.flatMap(({ at, counts }) => {
    let from = 0
    return series.flatMap((name): BarPart<Series>[] => {
      if (counts[name] === 0) return []
      const size = Math.min(100 - from, Math.max(leastSize, (counts[name] / longest) * 100))
      const part = { series: name, at, from, size }
      from += size
      return [part]
    })
  })
  return { parts, longest }
}

/** Each hour with its place, the last being the one that is not over; what is due later lies beyond. */
export function placeHours<Hour extends { at: string }>(
  { at, hours }: Pick<OperationsView, 'at' | 'hours'>,
  list: readonly Hour[],
): { placed: { at: number; hour: Hour }[]; length: number } {
  const first = Math.floor(Date.parse(at) / hourMs) - hours + 1
  const placed = list.map((hour) => ({ at: Date.parse(hour.at) / hourMs - first, hour }))
  return { placed, length: Math.max(hours, ...placed.map((one) => one.at + 1)) }
}

/** Punctuality of what was sent on all channels; the bell's list is read, not sent. */
export function sumHours(channels: readonly DeliveryChannelView[]) {
  const sentHours = channels
    .filter(({ channel }) => channel !== 'in_app')
    .flatMap(({ by_hour }) => by_hour.filter(({ sent }) => sent > 0))
  const groups = Map.groupBy(sentHours, ({ at }) => at)
  return [...groups]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([at, list]) => {
      const sent = list.reduce((sum, hour) => sum + hour.sent, 0)
      const late = list.reduce((sum, hour) => sum + hour.late, 0)
      return { at, late, on_time: sent - late }
    })
}
