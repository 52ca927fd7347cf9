import { useStore } from '@nanostores/react'
import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { deliveryChannelNames } from '#site/lib/labels.ts'
import { deliveryReasonNames } from '#site/features/notifications/delivery-reasons.ts'
import { deliveryKindLabels } from '#site/features/notifications/kind-labels.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { DeliveryStatusReason } from '#worker/features/notifications/contract.ts'
import type { FailedDeliveryView } from '#worker/features/operations/contract.ts'
import type { OperationsStore } from './operations.store.ts'
import { singleDeliveryStateNames, retryRefusalText } from './operations-labels.ts'

type ColumnOptions = { store: OperationsStore; onReason: (reason: DeliveryStatusReason) => void }

const helper = createColumnBuilders<FailedDeliveryView>()

export function createFailedDeliveryColumns({ store, onReason }: ColumnOptions) {
  return [
    helper.cell('kind', m.operations_kind, (row) => <DeliverySummary delivery={row} />),
    helper.cell('username', m.operations_person, (row) => row.username),
    helper.cell('status', m.operations_status, (row) => <Status delivery={row} />),
    helper.cell('reason', m.operations_reason, (row) => (
      <Reason delivery={row} onReason={onReason} />
    )),
    helper.cell('attempts', m.operations_tries, (row) => (
      <span className="figures">{row.attempts}</span>
    )),
    helper.time('at', m.operations_ended, ({ at }) => at),
    helper.last((delivery) => <RetryButton store={store} delivery={delivery} />),
  ]
}

function DeliverySummary({ delivery: { kind, channel, event } }: { delivery: FailedDeliveryView }) {
  return (
    <span className="operations-what">
      <b>
        {deliveryKindLabels[kind]()}{' '}
        <span className="badge">{deliveryChannelNames[channel]()}</span>
      </b>
      {event?.slug && <a href={paths.event(getLocale(), event.slug)}>{event.name}</a>}
      {event && event.slug === null && <span className="quiet">{event.name}</span>}
    </span>
  )
}

function Status({ delivery: { status } }: { delivery: FailedDeliveryView }) {
  if (status === 'dead' || status === 'unknown') {
    return <span className="badge badge-danger">{singleDeliveryStateNames[status]()}</span>
  }
  return (
    <span className="badge badge-success">
      {singleDeliveryStateNames[status === 'sent' ? 'sent' : 'due']()}
    </span>
  )
}

type ReasonProps = {
  delivery: FailedDeliveryView
  onReason: (reason: DeliveryStatusReason) => void
}

function Reason({ delivery: { reason, error }, onReason }: ReasonProps) {
  if (reason === null) return <span className="quiet">{m.operations_reason_none()}</span>
  const text = deliveryReasonNames[reason]()
  return (
    <button
      type="button"
      className="chip operations-reason"
      title={error ?? undefined}
      aria-label={m.operations_reason_only({ reason: text })}
      onClick={() => onReason(reason)}
    >
      {text}
    </button>
  )
}

type RetryButtonProps = { store: OperationsStore; delivery: FailedDeliveryView }

/** Stays where it is once pressed, so that the focus does. */
function RetryButton({ store, delivery }: RetryButtonProps) {
  const isRetrying = useStore(store.$retrying).has(delivery.id)
  const refusal = retryRefusalText(delivery)
  if (refusal) return <span className="quiet">{refusal}</span>
  const isQueued = delivery.retry === 'not_dead'
  const name = { kind: deliveryKindLabels[delivery.kind](), name: delivery.username }
  return (
    <Button
      isSmall
      aria-disabled={isRetrying || isQueued}
      aria-label={isRetrying || isQueued ? undefined : m.operations_retry_one(name)}
      onClick={() => !isQueued && void store.retry(delivery)}
    >
      {isQueued
        ? m.operations_retried()
        : isRetrying
          ? m.operations_retrying()
          : m.operations_retry()}
    </Button>
  )
}
