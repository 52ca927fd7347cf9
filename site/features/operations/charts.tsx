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
import { placeHours, sumHours, type HourCounts } from './bars.ts'
import { ChartCard } from './ChartCard.tsx'
import { deliveryStateNames } from './operations-labels.ts'

function hourProps(summary: OperationsView, list: readonly HourCounts[]) {
  const { bars, hours } = placeHours(summary, list)
  const rows = bars.map((bar) => ({ ...bar, name: <LocalTime at={bar.counts.at} /> }))
  return { rows, hours, head: m.operations_hour() }
}

type ChartProps = { summary: OperationsView }

export function PunctualityChart({ summary }: ChartProps) {
  return (
    <ChartCard
      title={m.operations_punctuality()}
      labels={{ failed: m.status_late, sent: m.lateness_on_time }}
      {...hourProps(summary, sumHours(summary.channels))}
      caption={m.operations_punctuality_table()}
    />
  )
}

export function ChannelsChart({ summary: { channels } }: ChartProps) {
  const rows = channels.map(({ channel, totals }, at) => ({
    at,
    counts: totals,
    name: deliveryChannelNames[channel](),
  }))
  return (
    <ChartCard
      title={m.operations_channels()}
      labels={deliveryStateNames}
      rows={rows}
      caption={m.operations_channels_table()}
      head={m.operations_channel()}
    />
  )
}

export function FailuresChart({ summary: { failures } }: ChartProps) {
  const { dead, unknown } = deliveryStateNames
  const rows = failures.map(({ reason, ...counts }, at) => ({
    at,
    counts,
    name: reason ? deliveryReasonNames[reason]() : m.operations_reason_none(),
  }))
  return (
    <ChartCard
      title={m.operations_failures()}
      labels={{ dead, unknown }}
      rows={rows}
      caption={m.operations_failures_table({
        count: formatCount(mostCountedFailures, getLocale()),
      })}
      head={m.operations_reason()}
    />
  )
}

export function ChannelCard({ summary, view }: ChartProps & { view: DeliveryChannelView }) {
  const channel = deliveryChannelNames[view.channel]()
  return (
    <ChartCard
      title={channel}
      labels={deliveryStateNames}
      totals={view.totals}
      {...hourProps(summary, view.by_hour)}
      label={m.operations_chart({ channel })}
      caption={m.operations_by_hour({ channel })}
    />
  )
}
