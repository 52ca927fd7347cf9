import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { LabeledSelect, withAny } from '#site/ui/admin/LabeledSelect.tsx'
import { ListTable, EmptyList } from '#site/ui/admin/ListPanel.tsx'
import { deliveryChannelNames, toLabeledChoices } from '#site/lib/labels.ts'
import { deliveryReasonNames } from '#site/features/notifications/delivery-reasons.ts'
import { deliveryKindLabels } from '#site/features/notifications/kind-labels.ts'
import { m } from '#site/lib/messages.ts'
import { type FailedDeliveriesQuery } from '#worker/features/operations/contract.ts'
import { createFailedDeliveryColumns } from './failed-delivery-columns.tsx'
import type { OperationsStore } from './operations.store.ts'
import { failedDeliveryStatusNames } from './operations-labels.ts'

const unfiltered: Partial<FailedDeliveriesQuery> = {
  status: undefined,
  channel: undefined,
  kind: undefined,
  reason: undefined,
}

export function FailedDeliveries({ store }: { store: OperationsStore }) {
  const { deliveries } = store
  const list = useStore(deliveries.$list)
  const { query } = list
  const { reason, channel, kind } = query
  const columns = useMemo(
    () =>
      createFailedDeliveryColumns({
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
            {deliveryReasonNames[reason]()} <span aria-hidden="true">×</span>
          </button>
          <Button
            label={m.operations_retry_all()}
            isSmall
            onClick={() => void store.retryAll({ reason, channel, kind })}
          />
        </div>
      )}
      <ListTable
        {...{ list, columns }}
        load={deliveries.load}
        caption={m.operations_deliveries()}
        empty={
          <EmptyList
            {...{ query, unfiltered }}
            none={m.operations_deliveries_none()}
            noneFound={m.operations_deliveries_none_found()}
            showAll={m.audit_clear()}
            onShowAll={() => void deliveries.load(unfiltered)}
          />
        }
      />
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
        options={toLabeledChoices(failedDeliveryStatusNames)}
        onChange={(status) => onQuery({ status: status || undefined })}
      />
      <LabeledSelect
        label={m.operations_channel()}
        value={query.channel ?? ''}
        options={withAny(m.operations_channel_any(), toLabeledChoices(deliveryChannelNames))}
        onChange={(channel) => onQuery({ channel: channel || undefined })}
      />
      <LabeledSelect
        label={m.operations_kind()}
        value={query.kind ?? ''}
        options={withAny(m.operations_kind_any(), toLabeledChoices(deliveryKindLabels))}
        onChange={(kind) => onQuery({ kind: kind || undefined })}
      />
    </div>
  )
}
