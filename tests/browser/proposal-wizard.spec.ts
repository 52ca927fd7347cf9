import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { waitForHydration } from '#tests/support/drivers/visitors.ts'

const site = useSite()

async function openMemberPage(browser: Browser, width = 1280) {
  const member = await createMember(site, {})
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    viewport: { width, height: 844 },
  })
  await context.addCookies([{ name: 'access_token', value: member.token, url: site.url }])
  return { member, page: await context.newPage() }
}

async function openWizard(browser: Browser, width = 1280) {
  const { member, page } = await openMemberPage(browser, width)
  await page.goto('/events')
  await page.getByRole('button', { name: 'Propose' }).first().click()
  return { page, member, wizard: page.getByRole('dialog', { name: 'Propose an event' }) }
}

function next(wizard: Locator): Promise<void> {
  return wizard.getByRole('button', { name: 'Next' }).click()
}

async function nameIt(wizard: Locator, account: string, name: string): Promise<void> {
  await wizard.getByLabel('Link to the channel').fill(`twitch.tv/${account}`)
  await next(wizard)
  await wizard.getByLabel('Event name').fill(name)
  await wizard.getByLabel('Category').selectOption('music')
  await next(wizard)
}

async function startAt(wizard: Locator, date: string, time: string): Promise<void> {
  await wizard.getByLabel('Start date').fill(date)
  await wizard.getByLabel('Start time').fill(time)
}

const dayOf = (at: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(at)

function insertEvent(name: string, account: string, at: number) {
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const channel = { platform: 'twitch', streamingAccountName: account } as const
  return createEvent(site, { name, slug, startAt: at, endAt: at + 3 * hour, ...channel })
}

async function expectHyped(page: Page, userId: number, eventId: number): Promise<void> {
  await expect(page.getByText('Hyped. We’ll remind you')).toBeVisible()
  const rows = await query(site, 'select event_id from hypes where user_id = ?', userId)
  expect(rows).toEqual([{ event_id: eventId }])
}

for (const width of [390, 1280]) {
  test(`an event that the channel has already is hyped instead, at ${width} px`, async ({
    browser,
  }) => {
    const { id } = await insertEvent(`Known Gala ${width}`, `known_${width}`, Date.now() + 3 * day)
    const { page, member, wizard } = await openWizard(browser, width)
    await wizard.getByLabel('Link to the channel').fill(`twitch.tv/known_${width}`)
    const similar = wizard.getByRole('status', { name: 'Already listed?' })
    await expect(similar.getByRole('link', { name: `Known Gala ${width}` })).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await similar.getByRole('button', { name: `This is it: hype it – Known Gala ${width}` }).click()
    await expect(wizard).toBeHidden()
    await expectHyped(page, member.userId, id)
  })
}

test('a new channel typed by hand goes on with the first click', async ({ browser }) => {
  const { page, wizard } = await openWizard(browser)
  await wizard.getByRole('button', { name: 'Next' }).click()
  // Opened by the error of what it holds.
  await expect(wizard.getByLabel('Platform')).toBeFocused()
  await wizard.getByLabel('Platform').selectOption('twitch')
  await wizard.getByLabel('Channel name').fill('nobody_knows_it')
  await expect(wizard.getByText('No results found')).toBeVisible()
  // At the edge that is nearest to the field, whatever may lie above it.
  const { x, y, width } = (await wizard.getByRole('button', { name: 'Next' }).boundingBox())!
  await page.mouse.click(x + width / 2, y + 4)
  await expect(wizard.getByLabel('Event name')).toBeVisible()
})

test('another event is asked about once, and never holds anything up', async ({ browser }) => {
  const at = Date.now() + 6 * day
  await insertEvent('First Of Two', 'two_events', at)
  const { page, member, wizard } = await openWizard(browser)
  await wizard.getByLabel('Link to the channel').fill('twitch.tv/two_events')
  const similar = wizard.getByRole('status', { name: 'Already listed?' })
  await expect(similar).toContainText('First Of Two')
  await similar.getByRole('button', { name: 'It’s a different event' }).click()
  await expect(similar).toBeHidden()
  await nameIt(wizard, 'two_events', 'Second Of Two')
  await insertEvent('Third Came Later', 'two_events', at + hour)
  await startAt(wizard, dayOf(at), '20:00')
  await expect(similar).toContainText('Third Came Later')
  await expect(similar).not.toContainText('First Of Two')
  await similar.getByRole('button', { name: 'It’s a different event' }).click()
  await next(wizard)
  await wizard.getByLabel('Proof').fill('https://example.com/announcement')
  await expect(wizard.getByText('You keep your rights and let us show this').first()).toBeVisible()
  await wizard.getByRole('button', { name: 'Submit proposal' }).click()
  await expect(wizard.getByRole('heading', { name: 'Proposal submitted' })).toBeVisible()
  const sent = await query(site, 'select name from events where proposer_id = ?', member.userId)
  expect(sent).toEqual([{ name: 'Second Of Two' }])
  await expect(page.getByText('Hyped. We’ll remind you')).toBeHidden()
})

test('the end is suggested, follows the start, and can be changed or removed', async ({
  browser,
}) => {
  const { page, wizard } = await openWizard(browser)
  await nameIt(wizard, 'quiet_channel', 'A Long Evening')
  const date = dayOf(Date.now() + 4 * day)
  const end = wizard.getByLabel('End time')
  const hint = wizard.getByText('Suggested: 3 hours after the start.')
  await startAt(wizard, date, '18:15')
  await expect(end).toHaveValue('21:15')
  await expect(wizard.getByLabel('End date')).toHaveValue(date)
  await expect(hint).toBeVisible()
  await wizard.getByLabel('Start time').fill('22:30')
  await expect(end).toHaveValue('01:30')
  await expect(wizard.getByLabel('End date')).toHaveValue(dayOf(Date.now() + 5 * day))
  expect(await axeFaults(page)).toEqual([])
  await wizard.getByRole('button', { name: 'Remove end' }).click()
  await expect(end).toHaveValue('')
  await expect(wizard.getByLabel('End date')).toBeFocused()
  await expect(hint).toBeHidden()
  await wizard.getByLabel('Start time').fill('19:00')
  await expect(end).toHaveValue('')
  await end.fill('20:00')
  await wizard.getByLabel('Start time').fill('18:00')
  await expect(end).toHaveValue('20:00')
  await next(wizard)
  await expect(wizard.getByRole('heading', { name: 'Add proof and submit' })).toBeVisible()
})

test('another hour of an own proposal is a few presses', async ({ browser }) => {
  const { member, page } = await openMemberPage(browser, 390)
  const date = dayOf(Date.now() + 4 * day)
  const startAt = Date.parse(`${date}T12:00:00Z`)
  const proposal = { proposerId: member.userId, status: 'pending' } as const
  const { id } = await createEvent(site, { ...proposal, startAt, endAt: startAt + hour })
  await page.goto('/profile/proposals')
  await waitForHydration(page, 'Edit')
  await page.getByRole('button', { name: 'Edit' }).click()
  const wizard = page.getByRole('dialog', { name: 'Edit your proposal' })
  await wizard.getByText('Date and time', { exact: true }).click()
  await expect(wizard.getByLabel('Start date')).toHaveValue(date)
  await wizard.getByLabel('End time').fill('17:30')
  expect(await axeFaults(page)).toEqual([])
  await wizard.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await expect(wizard).toBeHidden()
  const [event] = await query<{ end_at: number }>(
    site,
    'select end_at from events where id = ?',
    id,
  )
  expect(event?.end_at).toBeGreaterThan(startAt + hour)
})
