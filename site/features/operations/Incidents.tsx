import { useState } from 'react'
import { getLocale } from '#messages/runtime'
import { api } from '#site/lib/api.ts'
import { nativeLanguageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { AdminTable } from '#site/ui/admin/AdminTable.tsx'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { editAction } from '#site/ui/admin/RowActions.tsx'
import { TextField } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import {
  IncidentNote,
  maxIncidentNote,
  type IncidentView,
} from '#worker/features/operations/incidents/contract.ts'
import { acceptedLocales } from '#worker/locale/locales.ts'
import { incidentTitles } from './status/incidents.ts'

type Props = { incidents: IncidentView[]; refresh: () => Promise<void> }

const helper = createColumnBuilders<IncidentView>()

export function Incidents({ incidents, refresh }: Props) {
  const [edited, setEdited] = useState<IncidentView>()
  const columns = [
    helper.cell('kind', m.incident, ({ kind }) => <b>{incidentTitles[kind]()}</b>),
    helper.time('opened', m.incident_from, ({ opened_at }) => opened_at),
    helper.cell('closed', m.incident_until, ({ closed_at }) =>
      closed_at ? <LocalTime at={closed_at} /> : m.incident_open(),
    ),
    helper.cell('note', m.incident_note, ({ note }) => note?.[getLocale()] || '–'),
    helper.acts((incident) => [
      editAction(incidentTitles[incident.kind](), () => setEdited(incident)),
    ]),
  ]
  return (
    <section className="stack" aria-labelledby="operations-incidents">
      <h2 id="operations-incidents">{m.incidents_title()}</h2>
      <p className="quiet">{m.incidents_text()}</p>
      <AdminTable
        caption={m.incidents_title()}
        columns={columns}
        rows={incidents}
        empty={<p>{m.incidents_none_lately()}</p>}
      />
      {edited && (
        <NoteDialog incident={edited} refresh={refresh} onClose={() => setEdited(undefined)} />
      )}
    </section>
  )
}

type DialogProps = Omit<Props, 'incidents'> & { incident: IncidentView; onClose: () => void }

function NoteDialog({ incident: { id, kind, note }, refresh, onClose }: DialogProps) {
  const form = useValidatedForm<IncidentNote>({
    schema: IncidentNote,
    defaults: note ?? { en: '', es: '', fr: '' },
    async send(body) {
      await api.put('admin/operations/incidents/:id', { params: { id }, body })
      await refresh()
      showSuccess(m.incident_note_saved())
      onClose()
    },
  })
  return (
    <FormDialog
      title={m.incident_note_of({ name: incidentTitles[kind]() })}
      form={form}
      intro={<p className="quiet">{m.incident_note_text()}</p>}
      onClose={onClose}
    >
      {acceptedLocales.map((locale) => (
        <TextField
          key={locale}
          label={nativeLanguageName(locale)}
          {...form.fieldOf(locale)}
          maxLength={maxIncidentNote}
        />
      ))}
    </FormDialog>
  )
}
