import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { createAdminListStore } from '#site/ui/admin/admin-list.store.ts'
import { writeListQueryToUrl } from '#site/ui/admin/use-panel-store.ts'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { LabeledSelect, withAny } from '#site/ui/admin/LabeledSelect.tsx'
import { ListTable, EmptyList } from '#site/ui/admin/ListPanel.tsx'
import { SearchField } from '#site/ui/admin/SearchField.tsx'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { api } from '#site/lib/api.ts'
import { toLabeledChoices } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import { paths, withQuery } from '#site/lib/paths.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type {
  SecurityEventsQuery,
  SecurityEventView,
} from '#worker/features/operations/security-log/contract.ts'
import { securityDetailNames, securityEventNames, suspiciousEvents } from './security-labels.ts'

type Props = { list: AdminPage<SecurityEventView>; query: SecurityEventsQuery }

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
  const { query } = list
  const load = (change: Partial<SecurityEventsQuery>) => void store.load(change)
  const columns = useMemo(
    () => createSecurityColumns({ onNetwork: (network) => void store.load({ network }) }),
    [store],
  )
  return (
    <fieldset className="admin" disabled={!useIsHydrated()}>
      <Filters query={query} onQuery={load} />
      <ListTable
        {...{ list, columns }}
        load={store.load}
        caption={m.security_title()}
        empty={
          <EmptyList
            {...{ query, unfiltered }}
            none={m.security_none_yet()}
            noneFound={m.audit_none()}
            showAll={m.audit_clear()}
            onShowAll={() => load(unfiltered)}
          />
        }
      />
    </fieldset>
  )
}

const unfiltered: Partial<SecurityEventsQuery> = {
  person: '',
  kind: undefined,
  network: undefined,
}

const helper = createColumnBuilders<SecurityEventView>()

function createSecurityColumns({ onNetwork }: { onNetwork: (network: string) => void }) {
  return [
    helper.time('at', m.security_time, ({ at }) => at),
    helper.cell('kind', m.security_event, (row) => <EventDescription event={row} />),
    helper.cell('person', m.audit_person, (row) => <Person username={row.username} />),
    helper.cell('network', m.security_network, (row) => (
      <Network network={row.network} onNetwork={onNetwork} />
    )),
  ]
}

function EventDescription({ event: { kind, detail } }: { event: SecurityEventView }) {
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
    <Button
      look="quiet"
      isSmall
      aria-label={m.security_network_only({ network: short })}
      onClick={() => onNetwork(network)}
    >
      <code>{short}</code>
    </Button>
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
        label={m.audit_person()}
        value={person}
        onSearch={(next) => onQuery({ person: next })}
      />
      <LabeledSelect
        label={m.security_event()}
        value={kind ?? ''}
        options={withAny(m.security_any_event(), toLabeledChoices(securityEventNames))}
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
