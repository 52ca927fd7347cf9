import { afterAll, expect, test, vi } from 'vitest'
import type { DataExportView } from '#worker/features/accounts/profile/contract.ts'

afterAll(() => {
  vi.doUnmock('./brand.ts')
  vi.resetModules()
})

test('mails and downloaded data have the name of a site that was rebranded', async () => {
  vi.resetModules()
  vi.doMock('./brand.ts', () => ({ brandName: 'Agenda Nord', brandSlug: 'agenda-nord' }))
  const { exportFileName } = await import('#worker/features/accounts/profile/export.ts')
  const { composeMail } = await import('#worker/features/notifications/channels/mail.ts')
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
