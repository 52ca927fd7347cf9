import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { AdminTable } from '#site/ui/admin/AdminTable.tsx'
import { LabeledSelect } from '#site/ui/admin/LabeledSelect.tsx'
import { TryAgain } from '#site/ui/Failure.tsx'
import { ListFoot } from '#site/ui/admin/ListFoot.tsx'
import { channelNames } from '#site/lib/labels.ts'
import { deliveryReasonText } from '#site/features/notifications/delivery-reasons.ts'
import { deliveryLabels } from '#site/features/notifications/kind-labels.ts'
import { m } from '#site/lib/messages.ts'
import { type FailedDeliveriesQuery } from '#worker/features/operations/contract.ts'
import { DeliveryKind, DeliveryChannel } from '#worker/features/notifications/kinds.ts'
import { failedDeliveryColumns } from './failed-delivery-columns.tsx'
import type { OperationsStore } from './operations.store.ts'
import { statusChoices } from './operations-labels.ts'

const unfiltered: Partial<FailedDeliveriesQuery> = {
  status: undefined,
  channel: undefined,
  kind: undefined,
  reason: undefined,
}

/** What failed for good or ended unknown; what may be sent again, can be. */
export function FailedDeliveries({ store }: { store: OperationsStore }) {
  const { deliveries } = store
  const list = useStore(deliveries.$list)
  const { items, query, isLoading, failure } = list
  const { reason, channel, kind } = query
  const columns = useMemo(
    () =>
      failedDeliveryColumns({
        store,
        onReason: (one) => void store.deliveries.load({ reason: one }),
      }),
    [store],
  )
  return (
    <>
      <Filters query={query} onQuery={(change) => void deliveries.load(change)} />
      {reason && (
        <div className="row">
          <button
            type="button"
            className="chip"
            aria-label={m.operations_reason_clear()}
            onClick={() => void deliveries.load({ reason: undefined })}
          >
            {deliveryReasonText(reason)} <span aria-hidden="true">×</span>
          </button>
          <button
            type="button"
            className="button button-small"
            onClick={() => void store.retryAll({ reason, channel, kind })}
          >
            {m.operations_retry_all()}
          </button>
        </div>
      )}
      <TryAgain text={failure} onRetry={() => void deliveries.load()} />
      {!failure && (
        <AdminTable
          caption={m.operations_deliveries()}
          columns={columns}
          rows={items}
          isLoading={isLoading}
          empty={<None query={query} onAll={() => void deliveries.load(unfiltered)} />}
        />
      )}
      <ListFoot list={list} onQuery={(change) => void deliveries.load(change)} />
    </>
  )
}

function None({ query, onAll }: { query: FailedDeliveriesQuery; onAll: () => void }) {
  const { status, channel, kind, reason } = query
  if (!status && !channel && !kind && !reason) return <p>{m.operations_deliveries_none()}</p>
  return (
    <>
      <p>{m.operations_deliveries_none_found()}</p>
      <button type="button" className="button" onClick={onAll}>
        {m.audit_clear()}
      </button>
    </>
  )
}

type FiltersProps = {
  query: FailedDeliveriesQuery
  onQuery: (change: Partial<FailedDeliveriesQuery>) => void
}

function Filters({ query, onQuery }: FiltersProps) {
  return (
    <div className="admin-toolbar">
      <LabeledSelect
        label={m.operations_status()}
        value={query.status ?? ''}
        options={statusChoices().map(({ value = '', label }) => ({ value, label }))}
        onChange={(status) => onQuery({ status: status || undefined })}
      />
      <LabeledSelect
        label={m.operations_channel()}
        value={query.channel ?? ''}
        options={[
          { value: '' as const, label: m.operations_channel_any() },
          ...DeliveryChannel.options.map((value) => ({ value, label: channelNames[value]() })),
        ]}
        onChange={(channel) => onQuery({ channel: channel || undefined })}
      />
      <LabeledSelect
        label={m.operations_kind()}
        value={query.kind ?? ''}
        options={[
          { value: '' as const, label: m.operations_kind_any() },
          ...DeliveryKind.options.map((value) => ({ value, label: deliveryLabels[value]() })),
        ]}
        onChange={(kind) => onQuery({ kind: kind || undefined })}
      />
    </div>
  )
}
