import type { IncidentId } from '#worker/contracts/ids.ts'
import { page } from '#tests/support/factories/views.ts'
import { statusChannel } from '#site/features/operations/status/status-channel.ts'
import { incidentList } from '#site/features/operations/status/incidents.ts'
import { adLabel } from '#site/ui/ad-label.ts'
import { reportMember } from '#site/ui/report-member.ts'
import { proseTable } from '#site/features/articles/content/prose-table.ts'
import { renderRetentionTable } from '#site/features/articles/content/retention-table.ts'

/** Templates of the rights of people; most of their words are the site’s or its operator’s. */
export const dataTemplates = {
  'site/ui/ad-label.ts': { adLabel },
  'site/features/operations/status/status-channel.ts': {
    statusChannel: () =>
      [undefined, { on_time: 30, late: 1, unknown: 1, failed: 1 }].map((total) =>
        statusChannel(page, {
          channel: 'push',
          total: total ?? null,
          periods: total ? [{ from: '2026-11-20', until: '2026-11-22', ...total }] : [],
        }),
      ),
  },
  'site/features/operations/status/incidents.ts': {
    incidentList: (text: string) => {
      const opened_at = '2026-11-20T12:00:00Z'
      const one = {
        id: 1 as IncidentId,
        kind: 'server_errors',
        opened_at,
        closed_at: null,
      } as const
      return [
        incidentList(page, []),
        incidentList(page, [{ ...one, note: { en: text, es: text, fr: text } }]),
        incidentList(page, [{ ...one, closed_at: opened_at, note: null }]),
      ]
    },
  },
  'site/ui/report-member.ts': { reportMember: (text: string) => reportMember(text) },
  'site/features/articles/content/content.ts': {
    listEarlierVersionPaths: () => [],
    loadContentDocument: () => [],
  },
  'site/features/articles/content/operator-texts.ts': {
    listOperatorTexts: () => [],
    renderOperatorBlocks: () => [],
  },
  'site/features/articles/content/privacy-tables.ts': { renderPrivacyTables: () => [] },
  'site/features/articles/content/prose-table.ts': {
    proseTable: (text: string) => proseTable([[text]], [text]),
  },
  'site/features/articles/content/retention-table.ts': {
    renderRetentionTable: () => renderRetentionTable('en'),
  },
}
