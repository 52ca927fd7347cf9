import { expect, test, vi } from 'vitest'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { reportTimeZone } from './report-time-zone.ts'

async function report(isChosen: boolean, emailZone: string): Promise<unknown[][]> {
  const put = vi.fn(async () => undefined)
  const settings = { chosen: { time_zone: isChosen }, email_time_zone: emailZone } as SettingsView
  await reportTimeZone(fakeApi({ put }), settings, 'America/New_York')
  return put.mock.calls
}

test('a new zone of the browser is reported while none is chosen', async () => {
  expect(await report(false, 'Europe/Paris')).toEqual([
    ['users/me/settings', { browser_time_zone: 'America/New_York' }],
  ])
})

test('the same zone, or one that is chosen, is not', async () => {
  expect(await report(false, 'America/New_York')).toEqual([])
  expect(await report(true, 'Europe/Paris')).toEqual([])
})
