import { hourMs } from '#worker/contracts/durations.ts'
import {
  DeliveryState,
  type DeliveryChannelView,
  type OperationsView,
} from '#worker/features/operations/contract.ts'

/** A part of an hour's bar, in hours across and hundredths of the tallest bar up. */
export type StackedBar = { state: DeliveryState; x: number; y: number; height: number }
export type StackedBars = { hours: number; bars: StackedBar[]; tallest: number }

/** An amount above zero stays visible. */
const leastHeight = 2
/** States that ask for a look stand at the bottom, where bars are read first. */
const order: DeliveryState[] = ['dead', 'unknown', 'failed', 'due', 'sent']

/** Deliveries that are due later make the chart longer. */
export function toStackedBars(
  { at, hours }: Pick<OperationsView, 'at' | 'hours'>,
  { by_hour }: Pick<DeliveryChannelView, 'by_hour'>,
): StackedBars {
  const last = Math.floor(Date.parse(at) / hourMs)
  const first = last - hours + 1
  const positionedHours = by_hour.map((one) => ({ ...one, x: Date.parse(one.at) / hourMs - first }))
  const sums = positionedHours.map((one) =>
    DeliveryState.options.reduce((sum, state) => sum + one[state], 0),
  )
  const tallest = Math.max(0, ...sums)
  const bars = positionedHours.flatMap((one) => {
    let top = 100
    return order.flatMap((state): StackedBar[] => {
      if (one[state] === 0) return []
      const height = Math.min(top, Math.max(leastHeight, (one[state] / tallest) * 100))
      top -= height
      return [{ state, x: one.x, y: top, height }]
    })
  })
  return { hours: Math.max(hours, ...positionedHours.map(({ x }) => x + 1)), bars, tallest }
}
