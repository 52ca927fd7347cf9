import { expect, type Browser, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { createMember, type MemberOptions } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'

const site = useSite()

async function enter(browser: Browser, facts: MemberOptions, width = 1280): Promise<Page> {
  const member = await createMember(site, facts)
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    viewport: { width, height: 844 },
  })
  await context.addCookies([{ name: 'access_token', value: member.token, url: site.url }])
  return context.newPage()
}

const localDay = (at: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(at)

async function proposeWeekly(page: Page, name: string): Promise<void> {
  await page.goto('/events')
  await page.getByRole('button', { name: 'Propose' }).first().click()
  const wizard = page.getByRole('dialog', { name: 'Propose an event' })
  const next = () => wizard.getByRole('button', { name: 'Next' }).click()
  await wizard.getByLabel('Link to the channel').fill('twitch.tv/weekly_show')
  await next()
  await wizard.getByLabel('Event name').fill(name)
  await wizard.getByLabel('Category').selectOption('talk_show')
  await next()
  await wizard.getByLabel('Start date').fill(localDay(Date.now() + 4 * day))
  await wizard.getByLabel('Start time').fill('20:30')
  await wizard.getByLabel('Repeats weekly').check()
  await wizard.getByLabel('Number of dates').selectOption('9')
  await expect(wizard.getByText('Last date:')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await next()
  await expect(wizard.getByText(/Every \w+day at 20:30\s·\s9 dates/)).toBeVisible()
  await wizard.getByLabel('Proof').fill('https://example.com/every-week')
  await wizard.getByRole('button', { name: 'Submit proposal' }).click()
  await expect(wizard.getByText('Proposal submitted')).toBeVisible()
  await expect(wizard.getByText(/Every \w+day at 20:30\s·\s9 dates/)).toBeVisible()
}

async function approveAtOnce(page: Page, name: string): Promise<void> {
  await page.goto('/admin/panel')
  await expect(page.locator('fieldset.proposals:enabled')).toBeVisible()
  await page.getByLabel('Approve after').selectOption({ label: 'No delay' })
  const row = page.locator('.proposals-list > li').filter({ hasText: name })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(/Every \w+day at 20:30\s·\s9 dates/)
  await row
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click()
  await expect(row.locator('.proposal-dates li')).toHaveCount(9)
  expect(await axeFaults(page)).toEqual([])
  const answer = page.waitForResponse((response) => response.url().endsWith('/approve'))
  await row.getByRole('button', { name: 'Approve', exact: true }).click()
  expect((await answer).ok()).toBe(true)
}

test('a weekly show is proposed and approved as one, and is one row of the agenda', async ({
  browser,
}) => {
  const page = await enter(browser, {}, 390)
  const name = 'The Weekly Lantern'
  await proposeWeekly(page, name)
  await page.goto('/profile/proposals')
  const mine = page.getByRole('listitem').filter({ hasText: name })
  await expect(mine).toHaveCount(1)
  await expect(mine).toContainText(/Every \w+day at 20:30\s·\s9 dates/)

  await approveAtOnce(await enter(browser, { role: 'moderator' }), name)
  const statuses = await query(site, 'select distinct status from events where name = ?', name)
  expect(statuses).toEqual([{ status: 'approved' }])

  await page.goto('/')
  const row = page.locator('section:has(#coming-up) .event-row').filter({ hasText: name })
  await expect(row).toHaveCount(1)
  await expect(row.locator('details.series summary')).toHaveText(/Every \w+day at 20:30.*9 dates/)
})
