import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import { createAdminListStore } from '#site/ui/admin/admin-list.store.ts'
import { LabeledSelect, withAny } from '#site/ui/admin/LabeledSelect.tsx'
import { TryAgain } from '#site/ui/Failure.tsx'
import { EmptyList } from '#site/ui/admin/ListPanel.tsx'
import { ListFoot } from '#site/ui/admin/ListFoot.tsx'
import { SearchField } from '#site/ui/admin/SearchField.tsx'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { resolveTimeZone } from '#site/lib/time/wall-clock.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { withQuery } from '#site/lib/paths.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import {
  AuditAction,
  AuditSubject,
  type AuditEntryView,
  type AuditQuery,
} from '#worker/features/moderation/audit/contract.ts'
import { LogEntry } from './LogEntry.tsx'
import { auditActionLabel, auditSubjectTypeLabel } from './sentences.ts'

/** The zone only matters to days. */
function showQueryInAddress({ tz, ...query }: AuditQuery): void {
  const visibleQuery = query.from || query.to ? { ...query, tz } : query
  history.replaceState(history.state, '', withQuery(location.pathname, visibleQuery))
}

type Props = { list: AdminPage<AuditEntryView>; query: AuditQuery }

export function LogPanel(initialList: Props) {
  const [store] = useState(() =>
    createAdminListStore(
      { fetchPage: (query) => api.get('admin/audit_log', { query }), onQuery: showQueryInAddress },
      initialList,
    ),
  )
  const list = useStore(store.$list)
  const { items, isLoading, failure } = list
  return (
    <fieldset className="admin" disabled={!useIsHydrated()}>
      <Filters query={list.query} onQuery={(change) => void store.load(change)} />
      <TryAgain text={failure} onRetry={() => void store.load()} />
      {items.length > 0 && (
        <ol className="log" aria-busy={isLoading} aria-label={m.admin_tab_log()}>
          {items.map((entry) => (
            <LogEntry
              key={entry.id}
              entry={entry}
              onOnly={({ type, id }) => void store.load({ subject: type, subject_id: id })}
            />
          ))}
        </ol>
      )}
      {items.length === 0 && !failure && !isLoading && (
        <div className="empty">
          <EmptyList
            query={list.query}
            unfiltered={unfiltered}
            none={m.audit_none_yet()}
            noneFound={m.audit_none()}
            showAll={m.audit_clear()}
            onShowAll={() => void store.load(unfiltered)}
          />
        </div>
      )}
      <ListFoot list={list} onQuery={(change) => void store.load(change)} />
    </fieldset>
  )
}

const unfiltered: Partial<AuditQuery> = {
  person: '',
  subject: undefined,
  subject_id: undefined,
  act: undefined,
  from: undefined,
  to: undefined,
}

type FiltersProps = { query: AuditQuery; onQuery: (change: Partial<AuditQuery>) => void }

function Filters({ query, onQuery }: FiltersProps) {
  const { person, subject, subject_id, act, from, to } = query
  return (
    <div className="admin-toolbar">
      <SearchField
        label={m.audit_person()}
        value={person}
        onSearch={(next) => onQuery({ person: next })}
      />
      <LabeledSelect
        label={m.audit_subject()}
        value={subject ?? ''}
        options={withAny(
          m.audit_any_subject(),
          AuditSubject.options.map((value) => ({ value, label: auditSubjectTypeLabel(value) })),
        )}
        onChange={(next) => onQuery({ subject: next || undefined, subject_id: undefined })}
      />
      <LabeledSelect
        label={m.audit_action()}
        value={act ?? ''}
        options={withAny(
          m.audit_any_action(),
          AuditAction.options.map((value) => ({ value, label: auditActionLabel(value) })),
        )}
        onChange={(next) => onQuery({ act: next || undefined })}
      />
      <DayField
        label={m.audit_from()}
        day={from}
        onDay={(day) => onQuery({ from: day, ...readCurrentZone() })}
      />
      <DayField
        label={m.audit_to()}
        day={to}
        onDay={(day) => onQuery({ to: day, ...readCurrentZone() })}
      />
      {subject && subject_id && (
        <button
          type="button"
          className="chip"
          onClick={() => onQuery({ subject_id: undefined })}
          aria-label={m.audit_only_clear()}
        >
          {auditSubjectTypeLabel(subject)} #{subject_id} <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  )
}

function readCurrentZone(): { tz: string } {
  return { tz: resolveTimeZone(currentTimeContext()) }
}

type DayFieldProps = {
  label: string
  day: string | undefined
  onDay: (day: string | undefined) => void
}

function DayField({ label, day = '', onDay }: DayFieldProps) {
  const id = useId()
  return (
    <div className="field admin-choice">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type="date"
        value={day}
        onChange={(event) => onDay(event.target.value || undefined)}
      />
    </div>
  )
}
