import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { getLocale } from '#messages/runtime'
import { AdminTable } from '#site/ui/admin/AdminTable.tsx'
import { createAdminListStore, writeListQueryToUrl } from '#site/ui/admin/admin-list.store.ts'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { LabeledSelect } from '#site/ui/admin/LabeledSelect.tsx'
import { ListFoot } from '#site/ui/admin/ListFoot.tsx'
import { SearchField } from '#site/ui/admin/SearchField.tsx'
import { TryAgain } from '#site/ui/Failure.tsx'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { paths, withQuery } from '#site/lib/paths.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import {
  SecurityEventKind,
  type SecurityEventsQuery,
  type SecurityEventView,
} from '#worker/features/operations/security-log/contract.ts'
import { securityDetailNames, securityEventNames, suspiciousEvents } from './security-labels.ts'

type Props = { list: AdminPage<SecurityEventView>; query: SecurityEventsQuery }

/** Sign-ins, refusals and changes of accounts, of all members or one, from anywhere or one network. */
export function SecurityLog(first: Props) {
  const [store] = useState(() =>
    createAdminListStore(
      {
        fetchPage: (query) => api.get('admin/security_log', { query }),
        onQuery: writeListQueryToUrl,
      },
      first,
    ),
  )
  const list = useStore(store.$list)
  const { items, query, isLoading, failure } = list
  const load = (change: Partial<SecurityEventsQuery>) => void store.load(change)
  const columns = useMemo(
    () => securityColumns({ onNetwork: (network) => void store.load({ network }) }),
    [store],
  )
  return (
    <fieldset className="admin" disabled={!useIsHydrated()}>
      <Filters query={query} onQuery={load} />
      <TryAgain text={failure} onRetry={() => void store.load()} />
      {!failure && (
        <AdminTable
          caption={m.security_title()}
          columns={columns}
          rows={items}
          isLoading={isLoading}
          empty={<None query={query} onAll={() => load(unfiltered)} />}
        />
      )}
      <ListFoot list={list} onQuery={load} />
    </fieldset>
  )
}

const unfiltered: Partial<SecurityEventsQuery> = {
  person: '',
  kind: undefined,
  network: undefined,
}

const helper = createColumnBuilders<SecurityEventView>()

function securityColumns({ onNetwork }: { onNetwork: (network: string) => void }) {
  return helper.columns([
    helper.time('at', m.security_time, ({ at }) => at),
    helper.display({
      id: 'kind',
      header: () => m.security_event(),
      cell: ({ row }) => <What event={row.original} />,
    }),
    helper.display({
      id: 'person',
      header: () => m.audit_person(),
      cell: ({ row }) => <Person username={row.original.username} />,
    }),
    helper.display({
      id: 'network',
      header: () => m.security_network(),
      cell: ({ row }) => <Network network={row.original.network} onNetwork={onNetwork} />,
    }),
  ])
}

function What({ event: { kind, detail } }: { event: SecurityEventView }) {
  const look = suspiciousEvents.has(kind) ? 'badge badge-danger' : 'badge'
  return (
    <span className="row">
      <span className={look}>{securityEventNames[kind]()}</span>
      {detail && <span className="quiet">{securityDetailNames[detail]()}</span>}
    </span>
  )
}

function Person({ username }: { username: string | null }) {
  if (username === null) return <span className="quiet">{m.security_nobody()}</span>
  return <a href={withQuery(paths.adminUsers(getLocale()), { q: username })}>{username}</a>
}

type NetworkProps = { network: string | null; onNetwork: (network: string) => void }

function Network({ network, onNetwork }: NetworkProps) {
  if (network === null) return <span className="quiet">–</span>
  const short = network.slice(0, 6)
  return (
    <button
      type="button"
      className="button button-quiet button-small"
      aria-label={m.security_network_only({ network: short })}
      onClick={() => onNetwork(network)}
    >
      <code>{short}</code>
    </button>
  )
}

type FiltersProps = {
  query: SecurityEventsQuery
  onQuery: (change: Partial<SecurityEventsQuery>) => void
}

function Filters({ query: { person, kind, network }, onQuery }: FiltersProps) {
  return (
    <div className="admin-toolbar">
      <SearchField
        key={`person ${person}`}
        label={m.audit_person()}
        value={person}
        onSearch={(next) => onQuery({ person: next })}
      />
      <LabeledSelect
        label={m.security_event()}
        value={kind ?? ''}
        options={[
          { value: '' as const, label: m.security_any_event() },
          ...SecurityEventKind.options.map((value) => ({
            value,
            label: securityEventNames[value](),
          })),
        ]}
        onChange={(next) => onQuery({ kind: next || undefined })}
      />
      {network && (
        <button
          type="button"
          className="chip"
          aria-label={m.security_network_clear()}
          onClick={() => onQuery({ network: undefined })}
        >
          {m.security_network()} {network.slice(0, 6)} <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  )
}

function None({ query, onAll }: { query: SecurityEventsQuery; onAll: () => void }) {
  const { person, kind, network } = query
  if (!person && !kind && !network) return <p>{m.security_none_yet()}</p>
  return (
    <>
      <p>{m.audit_none()}</p>
      <button type="button" className="button" onClick={onAll}>
        {m.audit_clear()}
      </button>
    </>
  )
}
