import { expect, type Browser } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test } from '#tests/browser/test.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'
import { openMember } from '#tests/support/drivers/visitors.ts'
import { query } from '#tests/support/factories/rows.ts'
import { fakeChannel } from '#tests/support/fakes/fake-channel.ts'
import {
  startFakeLivePlatforms,
  type FakeLivePlatforms,
} from '#tests/support/fakes/fake-live-platforms.ts'

const startAt = Math.ceil(Date.now() / hour) * hour + 5 * day
const link = 'https://youtu.be/premiere_01'
let platforms: FakeLivePlatforms
let site: TestSite
test.beforeAll(async () => {
  platforms = await startFakeLivePlatforms()
  const announced = { id: 'premiere_01', title: 'The Opera', language: 'fr', startAt }
  platforms.youtube.push(fakeChannel('arte_concert', { announced }))
  site = await startTestSite({ vars: platforms.vars })
})
test.afterAll(async () => {
  await site.close()
  await platforms.close()
})

async function openWizard(browser: Browser) {
  const { page, userId } = await openMember(site, browser)
  await page.goto('/events')
  await page.getByRole('button', { name: 'Propose' }).first().click()
  return { page, userId, wizard: page.getByRole('dialog', { name: 'Propose an event' }) }
}

test('the link to a premiere fills in the proposal, which can be sent as it stands', async ({
  browser,
}) => {
  const { page, userId, wizard } = await openWizard(browser)
  const next = () => wizard.getByRole('button', { name: 'Next' }).click()
  await wizard.getByLabel('Link to the channel or video').fill(link.replace('https://', ''))
  await expect(
    wizard.getByText(
      'Found: “The Opera” by arte_concert on YouTube. We’ll use its image unless you add one.',
    ),
  ).toBeVisible()
  await expect(wizard.getByLabel('Platform')).toHaveValue('youtube')
  expect(await axeFaults(page)).toEqual([])
  await next()
  await expect(wizard.getByLabel('Event name')).toHaveValue('The Opera')
  await expect(wizard.getByLabel('Language')).toHaveValue('fr')
  await wizard.getByLabel('Category').selectOption('music')
  await next()
  await expect(wizard.getByLabel('Start time')).not.toHaveValue('')
  await expect(wizard.getByLabel('End time')).not.toHaveValue('')
  await next()
  await expect(wizard.getByLabel('Proof')).toHaveValue(
    'https://www.youtube.com/watch?v=premiere_01',
  )
  await wizard.getByRole('button', { name: 'Submit proposal' }).click()
  await expect(wizard.getByRole('heading', { name: 'Proposal submitted' })).toBeVisible()
  const sent = await query(
    site,
    `select name, platform, streaming_account_name as account, start_at, end_at, language
      from events where proposer_id = ?`,
    userId,
  )
  const channel = { platform: 'youtube', account: 'arte_concert' }
  expect(sent).toEqual([
    {
      name: 'The Opera',
      ...channel,
      start_at: startAt,
      end_at: startAt + 3 * hour,
      language: 'fr',
    },
  ])
})

test('where a video cannot be read, the channel is asked for and goes on', async ({ browser }) => {
  const { page, wizard } = await openWizard(browser)
  platforms.faults.set('/youtube/v3/videos', [{ status: 500 }])
  const field = wizard.getByLabel('Link to the channel or video')
  await field.fill(link)
  await expect(
    wizard.getByText('We couldn’t read this video. Enter the channel’s name below.'),
  ).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await wizard.getByLabel('Platform').selectOption('youtube')
  await wizard.getByLabel('Channel name').fill('arte_concert')
  await wizard.getByRole('button', { name: 'Next' }).click()
  await expect(wizard.getByLabel('Event name')).toHaveValue('')
  await wizard.getByRole('button', { name: 'Previous' }).click()
  // The same link once more, now that the platform answers.
  await field.fill(link)
  await expect(wizard.getByText('Found: “The Opera”')).toBeVisible()
})

test('a video that is not there says so beside its field', async ({ browser }) => {
  const { wizard } = await openWizard(browser)
  await wizard.getByLabel('Link to the channel or video').fill('https://youtu.be/unknown_001')
  await expect(wizard.getByText('We couldn’t find this video.')).toBeVisible()
})
