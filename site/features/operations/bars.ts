import { hourMs } from '#worker/contracts/durations.ts'
import type {
  DeliveryChannelView,
  DeliveryState,
  OperationsView,
} from '#worker/features/operations/contract.ts'

type Counts = Partial<Record<DeliveryState, number>>
export type HourCounts = Counts & { at: string }
/** The amounts that stand at one place of a chart. */
export type Bar<Of extends Counts = Counts> = { at: number; counts: Of }
/** In places along the chart, and hundredths of the longest bar from its foot. */
type BarPart = { state: DeliveryState; at: number; from: number; size: number }

/** An amount above zero stays visible. */
const leastSize = 2
/** States that ask for a look stand at the foot, where bars are read first. */
export const barStates: readonly DeliveryState[] = ['dead', 'unknown', 'failed', 'due', 'sent']

export function stackBars(bars: readonly Bar[]): { parts: BarPart[]; longest: number } {
  const countOf = ({ counts }: Bar, state: DeliveryState) => counts[state] ?? 0
  const sums = bars.map((bar) => barStates.reduce((sum, state) => sum + countOf(bar, state), 0))
  const longest = Math.max(0, ...sums)
  const parts = bars.flatMap((bar) => {
    let from = 0
    return barStates.flatMap((state): BarPart[] => {
      const count = countOf(bar, state)
      if (count === 0) return []
      const size = Math.min(100 - from, Math.max(leastSize, (count / longest) * 100))
      from += size
      return [{ state, at: bar.at, from: from - size, size }]
    })
  })
  return { parts, longest }
}

/** Each hour at its place, the last being the one that is not over; what is due later lies beyond. */
export function placeHours(
  { at, hours }: Pick<OperationsView, 'at' | 'hours'>,
  list: readonly HourCounts[],
): { bars: Bar<HourCounts>[]; hours: number } {
  const first = Math.floor(Date.parse(at) / hourMs) - hours + 1
  const bars = list.map((counts) => ({ at: Date.parse(counts.at) / hourMs - first, counts }))
  return { bars, hours: Math.max(hours, ...bars.map((bar) => bar.at + 1)) }
}

/** Sums of what was sent on all channels but the bell: on time as `sent`, too early or late as `failed`. */
export function sumHours(channels: readonly DeliveryChannelView[]): HourCounts[] {
  const sent = channels
    .filter(({ channel }) => channel !== 'in_app')
    .flatMap(({ by_hour }) => by_hour.filter((hour) => hour.sent > 0))
  const sums = [...Map.groupBy(sent, ({ at }) => at)].map(([at, hours]) => {
    const late = hours.reduce((sum, hour) => sum + hour.late, 0)
    return { at, failed: late, sent: hours.reduce((sum, hour) => sum + hour.sent, -late) }
  })
  return sums.toSorted((one, other) => one.at.localeCompare(other.at))
}
