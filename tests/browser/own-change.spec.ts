import { expect, type Locator, type Page } from '@playwright/test'
import type { EventView } from '#worker/features/events/contract.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { openMember } from '#tests/support/drivers/visitors.ts'
import { insertAccount, insertStreamer } from '#tests/support/factories/directory.ts'
import { eventDraft } from '#tests/support/factories/people.ts'

const site = useSite()

async function propose(token: string, body: unknown): Promise<ProposalView> {
  const response = await fetch(`${site.url}/api/v1/events`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(201)
  return (await response.json()) as ProposalView
}

const button = (page: Page) => page.getByRole('button', { name: 'Change time or details' })

/** Saving is in sight, and no label sticks to the field above it. */
async function expectRoom(dialog: Locator): Promise<void> {
  await expect(dialog.getByRole('button', { name: 'Save changes' })).toBeInViewport({ ratio: 1 })
  const boxes = await dialog
    .locator('.field')
    .evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect()))
  const gaps = boxes.slice(1).flatMap(({ top }, index) => {
    const above = boxes[index]!
    return top > above.top ? [top - above.bottom] : []
  })
  expect(gaps).not.toEqual([])
  expect(Math.min(...gaps)).toBeGreaterThan(8)
}

test('the owner of a channel moves an event and renames it', async ({ browser }) => {
  const { page, context, token, userId } = await openMember(site, browser, { isVerified: true })
  const streamer = await insertStreamer(site, 'own_channel', userId)
  await insertAccount(site, streamer, 'own_channel', { isVerified: true })
  const start = Math.ceil(Date.now() / hour) * hour + 3 * day
  const body = eventDraft(start, { streaming_account_name: 'own_channel', platform: 'twitch' })
  const event = await propose(token, body)
  expect(event.status).toBe('approved')

  await page.goto('/profile/proposals', { waitUntil: 'networkidle' })
  await button(page).click()
  const dialog = page.getByRole('dialog')
  await expect(
    dialog.getByText('If the time changes, reminders and calendars will be updated.'),
  ).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await expectRoom(dialog)

  // An error stands beside its field, and nothing is sent.
  const date = dialog.getByLabel('Start date')
  const planned = await date.inputValue()
  await date.fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByText('must be in the future')).toBeVisible()
  await date.fill(planned)
  await dialog.getByLabel('Start time').fill('00:15')
  await dialog.getByLabel('Event name').fill('Own show, one hour later')

  // A failure keeps what was typed.
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('.toasts')).toContainText('Event updated')
  await expect(page.getByRole('link', { name: 'Own show, one hour later' })).toBeVisible()

  const response = await fetch(`${site.url}/api/v1/events/${event.slug}`)
  const shown = (await response.json()) as EventView
  expect(shown.name).toBe('Own show, one hour later')
  expect(shown.start).not.toBe(event.start)
  expect(shown.end).toBe(event.end)
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`the owner moves an event from its page in three actions at ${viewport.width} px`, async ({
    browser,
  }) => {
    const account = `event_page_channel_${viewport.width}`
    const { page, token, userId } = await openMember(site, browser, { isVerified: true })
    const streamer = await insertStreamer(site, account, userId)
    await insertAccount(site, streamer, account, { isVerified: true })
    const channel = { streaming_account_name: account, platform: 'twitch' } as const
    const start = Math.ceil(Date.now() / day) * day + 4 * day + 12 * hour
    const event = await propose(token, eventDraft(start, channel))
    await page.setViewportSize(viewport)
    await page.goto(`/events/${event.slug}`, { waitUntil: 'networkidle' })
    const dialog = page.getByRole('dialog')
    const time = dialog.getByLabel('Start time')

    await button(page).click()
    await expect(time).toBeFocused()
    await expectRoom(dialog)
    const [hours = '', minutes = ''] = (await time.inputValue()).split(':')
    await time.fill(`${hours}:${minutes === '15' ? '20' : '15'}`)
    await dialog.getByRole('button', { name: 'Save changes' }).click()

    await expect(dialog).toBeHidden()
    const moved = async () => {
      const response = await fetch(`${site.url}/api/v1/events/${event.slug}`)
      return ((await response.json()) as EventView).start
    }
    await expect.poll(moved).not.toBe(event.start)
    await expect(page.locator('.when-moved')).toBeVisible()

    const other = await openMember(site, browser, { isVerified: true })
    await other.page.goto(`/events/${event.slug}`, { waitUntil: 'networkidle' })
    await expect(other.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(button(other.page)).toBeHidden()
  })
}

test('an event on a channel of somebody else has no such button', async ({ browser }) => {
  const { page, token } = await openMember(site, browser, { isVerified: true })
  const body = eventDraft(Date.now() + 3 * day, { name: 'Somebody else’s show' })
  await propose(token, body)
  await page.goto('/profile/proposals', { waitUntil: 'networkidle' })
  await expect(page.getByText('Somebody else’s show')).toBeVisible()
  await expect(button(page)).toHaveCount(0)
})
