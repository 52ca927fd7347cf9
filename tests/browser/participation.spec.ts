import { expect } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { insertChannel } from '#tests/support/factories/directory.ts'
import { createEvent, type CreatedEvent } from '#tests/support/factories/events.ts'
import { createMember, type Member } from '#tests/support/factories/members.ts'
import { signIn } from '#tests/support/drivers/visitors.ts'

const site = useSite()
let member: Member
let event: CreatedEvent
test.beforeAll(async () => {
  member = await createMember(site)
  const { streamerId } = await insertChannel(site, member.userId)
  event = await createEvent(site, { name: 'Night of the duos', streamerIds: [streamerId] })
})

test('whom an event lists answers there and in the profile; nobody else is asked', async ({
  page,
}) => {
  const panel = page.locator('[data-participation]')
  await page.goto(`${site.url}/events/${event.slug}`)
  await expect(page.locator('#stage')).toBeVisible()
  await expect(panel).toBeHidden()

  await signIn(site, page.context(), member.username)
  await page.reload()
  await expect(panel.getByText('Are you taking part?')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await panel.getByRole('button', { name: 'I’m taking part' }).click()
  await expect(panel.getByText('You’ve confirmed that you’re taking part.')).toBeVisible()
  const entry = page.locator('.person')
  await expect(entry.getByText('Confirmed')).toBeVisible()
  await panel.getByRole('button', { name: 'Remove me' }).click()
  await expect(panel.getByText('You’re no longer listed')).toBeVisible()
  await expect(entry).toBeHidden()

  await page.goto(`${site.url}/profile/streamer`)
  const row = page.getByRole('listitem').filter({ hasText: 'Night of the duos' })
  await row.getByRole('button', { name: 'I’m taking part after all' }).click()
  await expect(row.getByText('You’ve confirmed')).toBeVisible()
  await row.getByRole('button', { name: 'Undo my answer' }).click()
  await expect(row.getByText('Are you taking part?')).toBeVisible()
  await page.goto(`${site.url}/events/${event.slug}`)
  await expect(entry).toBeVisible()
  await expect(entry.getByText('Confirmed')).toBeHidden()
})

test('a member shows their face on what they hype once they choose to', async ({ page }) => {
  await signIn(site, page.context(), member.username)
  await page.goto(`${site.url}/profile#preferences`)
  const choice = page.getByRole('switch', { name: 'Show me on the events I hype' })
  await expect(choice).not.toBeChecked()
  await choice.click()
  await expect(choice).toBeChecked()
  await page.goto(`${site.url}/events/${event.slug}`)
  await page.locator('.when-panel').getByRole('button', { name: 'Hype' }).click()
  await expect(page.getByText(`Hyped by ${member.username}`)).toBeHidden()
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(`Hyped by ${member.username}`)).toBeVisible({ timeout: 1000 })
  }).toPass()
})
