import { expect, test, vi } from 'vitest'
import { m } from './messages.ts'

test('messages read no document outside a browser, whatever was global at their import', async () => {
  vi.stubGlobal('document', { documentElement: { lang: 'fr' } })
  await vi.importActual('./messages.ts?again')
  vi.unstubAllGlobals()
  expect(m.cancel()).toBe('Cancel')
})
