import { expect, test, vi } from 'vitest'
import type { DataExportView } from '#worker/features/accounts/profile/contract.ts'
import { exportFileName } from '#worker/features/accounts/profile/export.ts'
import { composeMail } from '#worker/features/notifications/channels/mail.ts'

vi.mock('./brand.ts', () => ({ brandName: 'Agenda Nord', brandSlug: 'agenda-nord' }))

test('mails and downloaded data have the name of a site that was rebranded', () => {
  const { html, text } = composeMail({
    to: 'a@hypecal.example',
    kind: 'reminder',
    locale: 'en',
    siteUrl: 'https://hypecal.example',
    title: 'Gala',
    text: 'Gala starts.',
  })
  expect(text).toContain('-- \nAgenda Nord\n')
  expect(html).toMatch(/Agenda Nord\s*<\/p>/)
  const account = { username: 'ana' }
  const view = { account, exported_at: '2026-11-21T09:00:00Z' } as unknown as DataExportView
  expect(exportFileName(view)).toBe('agenda-nord-ana-2026-11-21.json')
})
