import { useStore } from '@nanostores/react'
import { getLocale } from '#messages/runtime'
import { columnsOf } from '#site/islands/admin/columns.tsx'
import { channelNames } from '#site/islands/forms/channel-names.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { DeadLetterView } from '#worker/features/operations/contract.ts'
import type { OperationsStore } from './operations.store.ts'
import { kindNames, letterStates, reasonText, refusalText } from './operations-labels.ts'

type Options = { store: OperationsStore; onReason: (reason: string) => void }

const helper = columnsOf<DeadLetterView>()

export function letterColumns({ store, onReason }: Options) {
  return helper.columns([
    helper.accessor('kind', {
      header: () => m.operations_kind(),
      cell: ({ row }) => <What letter={row.original} />,
    }),
    helper.accessor('username', { header: () => m.operations_person() }),
    helper.display({
      id: 'status',
      header: () => m.operations_status(),
      cell: ({ row }) => <Status letter={row.original} />,
    }),
    helper.display({
      id: 'reason',
      header: () => m.operations_reason(),
      cell: ({ row }) => <Reason letter={row.original} onReason={onReason} />,
    }),
    helper.accessor('attempts', {
      header: () => m.operations_tries(),
      cell: ({ row }) => <span className="figures">{row.original.attempts}</span>,
    }),
    helper.time('at', m.operations_ended, ({ at }) => at),
    helper.last((letter) => <Retry store={store} letter={letter} />),
  ])
}

function What({ letter: { kind, channel, event } }: { letter: DeadLetterView }) {
  return (
    <span className="operations-what">
      <b>
        {kindNames[kind]()} <span className="badge">{channelNames[channel]()}</span>
      </b>
      {event?.slug && <a href={paths.event(getLocale(), event.slug)}>{event.name}</a>}
      {event && event.slug === null && <span className="quiet">{event.name}</span>}
    </span>
  )
}

function Status({ letter: { status } }: { letter: DeadLetterView }) {
  if (status === 'dead' || status === 'unknown') {
    return <span className="badge badge-danger">{letterStates[status]()}</span>
  }
  return (
    <span className="badge badge-success">
      {letterStates[status === 'sent' ? 'sent' : 'due']()}
    </span>
  )
}

type ReasonProps = { letter: DeadLetterView; onReason: (reason: string) => void }

function Reason({ letter: { reason }, onReason }: ReasonProps) {
  if (reason === null) return <span className="quiet">{m.operations_reason_none()}</span>
  const text = reasonText(reason)
  return (
    <button
      type="button"
      className="chip operations-reason"
      aria-label={m.operations_reason_only({ reason: text })}
      onClick={() => onReason(reason)}
    >
      {text}
    </button>
  )
}

type RetryProps = { store: OperationsStore; letter: DeadLetterView }

/** Stays where it is once pressed, so that the focus does. */
function Retry({ store, letter }: RetryProps) {
  const isRetrying = useStore(store.$retrying).has(letter.id)
  const refusal = refusalText(letter)
  if (refusal) return <span className="quiet">{refusal}</span>
  const isQueued = letter.retry === 'not_dead'
  const name = { kind: kindNames[letter.kind](), name: letter.username }
  return (
    <button
      type="button"
      className="button button-small"
      aria-disabled={isRetrying || isQueued}
      aria-label={isRetrying || isQueued ? undefined : m.operations_retry_one(name)}
      onClick={() => !isQueued && void store.retry(letter)}
    >
      {isQueued
        ? m.operations_retried()
        : isRetrying
          ? m.operations_retrying()
          : m.operations_retry()}
    </button>
  )
}
