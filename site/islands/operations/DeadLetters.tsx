import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { AdminTable } from '#site/islands/admin/AdminTable.tsx'
import { Choice } from '#site/islands/admin/Choice.tsx'
import { TryAgain } from '#site/islands/forms/TryAgain.tsx'
import { ListFoot } from '#site/islands/admin/ListFoot.tsx'
import { channelNames } from '#site/islands/forms/channel-names.ts'
import { m } from '#site/lib/messages.ts'
import { ServedChannel } from '#worker/features/notifications/contract.ts'
import { DeliveryKind, type DeadLettersQuery } from '#worker/features/operations/contract.ts'
import { letterColumns } from './letter-columns.tsx'
import type { OperationsStore } from './operations.store.ts'
import { kindNames, reasonText, statusChoices } from './operations-labels.ts'

const unfiltered: Partial<DeadLettersQuery> = {
  status: undefined,
  channel: undefined,
  kind: undefined,
  reason: undefined,
}

/** What failed for good or ended unknown; what may be sent again, can be. */
export function DeadLetters({ store }: { store: OperationsStore }) {
  const { letters } = store
  const list = useStore(letters.$list)
  const { items, query, isLoading, failure } = list
  const columns = useMemo(
    () => letterColumns({ store, onReason: (reason) => void store.letters.load({ reason }) }),
    [store],
  )
  return (
    <>
      <Filters query={query} onQuery={(change) => void letters.load(change)} />
      {query.reason && (
        <div className="row">
          <button
            type="button"
            className="chip"
            aria-label={m.operations_reason_clear()}
            onClick={() => void letters.load({ reason: undefined })}
          >
            {reasonText(query.reason)} <span aria-hidden="true">×</span>
          </button>
          <button
            type="button"
            className="button button-small"
            onClick={() => void store.retryAll(query.reason ?? '')}
          >
            {m.operations_retry_all()}
          </button>
        </div>
      )}
      <TryAgain text={failure} onRetry={() => void letters.load()} />
      {!failure && (
        <AdminTable
          caption={m.operations_letters()}
          columns={columns}
          rows={items}
          isLoading={isLoading}
          empty={<None query={query} onAll={() => void letters.load(unfiltered)} />}
        />
      )}
      <ListFoot list={list} onQuery={(change) => void letters.load(change)} />
    </>
  )
}

function None({ query, onAll }: { query: DeadLettersQuery; onAll: () => void }) {
  const { status, channel, kind, reason } = query
  if (!status && !channel && !kind && !reason) return <p>{m.operations_letters_none()}</p>
  return (
    <>
      <p>{m.operations_letters_none_found()}</p>
      <button type="button" className="button" onClick={onAll}>
        {m.audit_clear()}
      </button>
    </>
  )
}

type FiltersProps = {
  query: DeadLettersQuery
  onQuery: (change: Partial<DeadLettersQuery>) => void
}

function Filters({ query, onQuery }: FiltersProps) {
  return (
    <div className="admin-toolbar">
      <Choice
        label={m.operations_status()}
        value={query.status ?? ''}
        options={statusChoices().map(({ value = '', label }) => ({ value, label }))}
        onChange={(status) => onQuery({ status: status || undefined })}
      />
      <Choice
        label={m.operations_channel()}
        value={query.channel ?? ''}
        options={[
          { value: '' as const, label: m.operations_channel_any() },
          ...ServedChannel.options.map((value) => ({ value, label: channelNames[value]() })),
        ]}
        onChange={(channel) => onQuery({ channel: channel || undefined })}
      />
      <Choice
        label={m.operations_kind()}
        value={query.kind ?? ''}
        options={[
          { value: '' as const, label: m.operations_kind_any() },
          ...DeliveryKind.options.map((value) => ({ value, label: kindNames[value]() })),
        ]}
        onChange={(kind) => onQuery({ kind: kind || undefined })}
      />
    </div>
  )
}
