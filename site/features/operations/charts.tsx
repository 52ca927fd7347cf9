import { getLocale } from '#messages/runtime'
import { deliveryReasonNames } from '#site/features/notifications/delivery-reasons.ts'
import { formatCount } from '#site/lib/format.ts'
import { deliveryChannelNames } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import {
  mostCountedFailures,
  type DeliveryChannelView,
  type OperationsView,
} from '#worker/features/operations/contract.ts'
import { placeHours, sumHours } from './bars.ts'
import { ChartCard, type ChartSeries } from './ChartCard.tsx'
import { deliverySeries, toSeries } from './operations-labels.ts'

const failureSeries = toSeries(['dead', 'unknown'])

const punctualitySeries: ChartSeries<'late' | 'on_time'>[] = [
  { name: 'late', look: 'operations-failed', label: m.status_late },
  { name: 'on_time', look: 'operations-sent', label: m.lateness_on_time },
]

type ChartProps = { summary: OperationsView }

function toHourRows<Hour extends { at: string }>(summary: OperationsView, list: readonly Hour[]) {
  const { placed, length } = placeHours(summary, list)
  const rows = placed.map(({ at, hour }) => ({
    at,
    counts: hour,
    name: <LocalTime at={hour.at} />,
  }))
  return { rows, length, peak: m.operations_chart_most, head: m.operations_hour() }
}

export function PunctualityChart({ summary }: ChartProps) {
  const hours = toHourRows(summary, sumHours(summary.channels))
  return (
    <ChartCard
      title={m.operations_punctuality()}
      series={punctualitySeries}
      {...hours}
      label={m.operations_punctuality()}
      caption={m.operations_punctuality_table()}
    />
  )
}

export function ChannelsChart({ summary: { channels } }: ChartProps) {
  return (
    <ChartCard
      title={m.operations_channels()}
      series={deliverySeries}
      rows={channels.map(({ channel, totals }, at) => ({
        at,
        counts: totals,
        name: deliveryChannelNames[channel](),
      }))}
      length={channels.length}
      isLying
      label={m.operations_channels()}
      caption={m.operations_channels_table()}
      head={m.operations_channel()}
    />
  )
}

export function FailuresChart({ summary: { failures } }: ChartProps) {
  return (
    <ChartCard
      title={m.operations_failures()}
      series={failureSeries}
      rows={failures.map(({ reason, dead, unknown }, at) => ({
        at,
        counts: { dead, unknown },
        name: reason ? deliveryReasonNames[reason]() : m.operations_reason_none(),
      }))}
      length={failures.length}
      isLying
      label={m.operations_failures()}
      caption={m.operations_failures_table({
        count: formatCount(mostCountedFailures, getLocale()),
      })}
      head={m.operations_reason()}
    />
  )
}

export function ChannelCard({ summary, view }: ChartProps & { view: DeliveryChannelView }) {
  const channel = deliveryChannelNames[view.channel]()
  const hours = toHourRows(summary, view.by_hour)
  return (
    <ChartCard
      title={channel}
      series={deliverySeries}
      totals={view.totals}
      {...hours}
      label={m.operations_chart({ channel })}
      caption={m.operations_by_hour({ channel })}
    />
  )
}
