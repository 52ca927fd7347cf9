import { expect } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { parsedCalendar, valueOf } from '#tests/support/parsers/ical.ts'
import {
  expectToast,
  openMemberWithConsent,
  section,
  visitProfile,
} from '#tests/support/drivers/profile.ts'

const site = useSite({ demo: true })

/** Reminders of the first event, as a calendar program reads them. */
async function alarmsAt(address: string): Promise<string[]> {
  const response = await fetch(address)
  expect(response.status).toBe(200)
  const [event] = parsedCalendar(await response.text()).getAllSubcomponents('vevent')
  const alarms = event?.getAllSubcomponents('valarm') ?? []
  return alarms.map((alarm) => valueOf(alarm, 'trigger'))
}

test('makes a secret calendar link, copies it with its reminders, and revokes it', async ({
  browser,
}) => {
  const { page, context, username } = await openMemberWithConsent(site, browser, {
    isVerified: true,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await site.environment.db.$client.execute({
    sql: `insert into hypes (event_id, user_id, created_at)
      select (select id from events where status = 'approved' and time_certainty = 'exact'
        and cancelled_at is null and start_at > ?1 order by start_at limit 1), id, ?1
      from users where username = ?2`,
    args: [Date.now(), username],
  })
  await visitProfile(page, '/profile/calendars')
  const calendars = section(page, 'Calendar links')
  await calendars.getByLabel('Include').selectOption('Hyped events')
  await calendars.getByRole('button', { name: 'Create a link' }).click()
  await expectToast(page, 'Your calendar link is ready')
  const item = calendars.getByRole('listitem')
  await expect(item).toContainText('Not used yet')
  await calendars.getByLabel('1 hour before').check()
  await calendars.getByLabel('1 day before').check()
  await item.getByRole('button', { name: 'Copy link' }).click()
  await expectToast(page, 'Link copied')
  const address = await page.evaluate(() => navigator.clipboard.readText())
  await expect(item.getByLabel('Private link')).toHaveValue(address)
  expect(await alarmsAt(address)).toEqual(['-P1D', '-PT1H'])
  const webcal = address.replace(/^http:/, 'webcal:')
  await expect(item.getByRole('link', { name: 'Calendar app' })).toHaveAttribute('href', webcal)
  const google = await item.getByRole('link', { name: 'Google Calendar' }).getAttribute('href')
  expect(new URL(google ?? '').searchParams.get('cid')).toBe(webcal)

  await visitProfile(page, '/profile/calendars')
  await expect(item).toContainText('Last used')
  await item.getByRole('button', { name: 'Turn off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Turn off this link?' })
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(item).toHaveCount(1)
  await item.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expectToast(page, 'Link turned off')
  await expect(item).toHaveCount(0)
  expect((await fetch(address)).status).toBe(404)
})

test('is found from the calendar, by members', async ({ browser }) => {
  const { page } = await openMemberWithConsent(site, browser)
  await page.goto('/calendar')
  await page.getByRole('link', { name: 'Add my events to my calendar' }).click()
  await expect(page).toHaveURL(/\/profile\/calendars$/)
  await expect(section(page, 'Calendar links')).toBeInViewport()
})
