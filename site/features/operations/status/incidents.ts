import { m } from '#site/lib/messages.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import { fillMessage, html, type Html } from '#site/ui/html.ts'
import { time } from '#site/ui/time.ts'
import type { IncidentKind, IncidentView } from '#worker/features/operations/incidents/contract.ts'

export const incidentTitles: Record<IncidentKind, () => string> = {
  backlog: m.incident_messages_waiting,
  deliveries_failing: m.incident_messages_failing,
  reminders_late: m.incident_reminders_late,
  'job_late:minute': m.incident_jobs_late,
  server_errors: m.incident_server_errors,
}

/** Open ones stand first. */
export function incidentList(page: PageContext, incidents: readonly IncidentView[]): Html {
  const isNormal = incidents.every(({ closed_at }) => closed_at !== null)
  return html`<section class="stack status-incidents" aria-labelledby="status-incidents">
    <h2 id="status-incidents">${m.incidents_title()}</h2>
    ${isNormal && html`<p>${m.incidents_none()}</p>`}
    ${incidents.map((incident) => incidentCard(page, incident))}
  </section>`
}

function incidentCard(page: PageContext, incident: IncidentView): Html {
  const { kind, opened_at, closed_at, note } = incident
  const start = time(page, { at: opened_at, as: 'when' })
  const sentence = note?.[page.locale]
  return html`<article class="channel-card">
    <h3>${incidentTitles[kind]()}</h3>
    <p class="quiet">
      ${
        closed_at === null
          ? html`<span class="badge badge-danger">${m.incident_open()}</span>
              ${fillMessage(m.incident_since, start)}`
          : html`${start} – ${time(page, { at: closed_at, as: 'when' })}`
      }
    </p>
    ${sentence && html`<p>${sentence}</p>`}
  </article>`
}
