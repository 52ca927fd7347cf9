import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSupportedCalendarUrl } from '#worker/features/imports/schedules/contract.ts'
import { startFakeSchedules, type FakeSchedules } from '#tests/support/fakes/fake-schedules.ts'
import { fetchCalendar } from './calendar-host.ts'

const address = 'https://calendar.google.com/a.ics?token=1'

let upstream: FakeSchedules
beforeAll(async () => {
  upstream = await startFakeSchedules()
})
afterAll(() => upstream.close())

async function fetchIt(url = address): Promise<string | undefined> {
  const fakeOrigin = upstream.vars['CALENDARS_URL']
  const bytes = await fetchCalendar(url, {
    isAllowed: isSupportedCalendarUrl,
    maxBytes: 1000,
    fakeOrigin,
  })
  return bytes && new TextDecoder().decode(bytes)
}

function moveTo(Location: string): void {
  upstream.answer('/a.ics', { status: 302, body: '', headers: { Location } })
}

test('answers the text, asked for with its query', async () => {
  upstream.answer('/a.ics', { body: 'BEGIN:VCALENDAR' })
  expect(await fetchIt()).toBe('BEGIN:VCALENDAR')
  expect(upstream.asked.at(-1)?.search).toBe('?token=1')
})

test('does not take in more than allowed', async () => {
  upstream.answer('/a.ics', { body: 'x'.repeat(1000) })
  expect(await fetchIt()).toHaveLength(1000)
  upstream.answer('/a.ics', { body: 'x'.repeat(1001) })
  expect(await fetchIt()).toBeUndefined()
})

test('follows to allowed hosts only, three times at most [ASVS 1.3.6]', async () => {
  upstream.answer('/moved.ics', { body: 'moved' })
  const asked = upstream.asked.length
  for (const elsewhere of ['https://example.com/moved.ics', 'http://outlook.live.com/moved.ics']) {
    moveTo(elsewhere)
    await expect(fetchIt()).rejects.toThrow('refused')
  }
  expect(upstream.asked.slice(asked).map(({ pathname }) => pathname)).toEqual(['/a.ics', '/a.ics'])
  for (const allowed of ['https://outlook.live.com/moved.ics', '/moved.ics']) {
    moveTo(allowed)
    expect(await fetchIt()).toBe('moved')
  }
  moveTo(address)
  const before = upstream.asked.length
  await expect(fetchIt()).rejects.toThrow('refused')
  expect(upstream.asked.length - before).toBe(4)
})

test.each([
  [404, 'refused'],
  [429, 'limited'],
  [503, 'unreachable'],
])('a status of %i is a fault: %s', async (status, fault) => {
  upstream.answer('/a.ics', { status, body: '' })
  await expect(fetchIt()).rejects.toThrow(fault)
})
