import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test } from '#tests/browser/test.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { codeIn } from '#tests/support/drivers/sign-in-codes.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'
import { openMember, openVisitor } from '#tests/support/drivers/visitors.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { createEvent } from '#tests/support/factories/events.ts'
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
  const thumbnail = 'https://i.ytimg.com/vi/premiere_01/mqdefault.jpg'
  const announced = { id: 'premiere_01', title: 'The Opera', language: 'fr', startAt, thumbnail }
  const picture = 'https://yt3.ggpht.com/ytc/face.png'
  platforms.youtube.push(fakeChannel('arte_concert', { title: 'ARTE Concert', announced, picture }))
  for (const path of ['/vi/premiere_01/mqdefault.jpg', '/ytc/face.png'])
    platforms.pictures.set(path, {})
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
  return { page, userId, wizard: proposeDialog(page) }
}

function proposeDialog(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Propose an event' })
}

const linkField = (wizard: Locator) => wizard.getByLabel('Link to the channel or video')

test('the link to a premiere proposes it in four actions from home', async ({ browser }) => {
  const { page, userId } = await openMember(site, browser)
  await page.goto('/')
  const wizard = proposeDialog(page)
  const card = wizard.getByRole('article', { name: 'Preview' })
  await page.getByRole('button', { name: 'Propose' }).first().click()
  await linkField(wizard).fill(link.replace('https://', ''))
  await expect(card).toContainText('The Opera')
  await expect(card).toContainText('ARTE ConcertYouTube')
  await expect(card).toContainText(/\d → .+[A-Z]/)
  await expect(card.locator('img[src^="data:image/png"]')).toHaveCount(2)
  await expect(wizard.getByLabel('Language')).toHaveValue('fr')
  await expect(wizard.getByLabel('Category')).toBeFocused()
  expect(await axeFaults(page)).toEqual([])
  await wizard.getByLabel('Category').selectOption('music')
  await wizard.getByRole('button', { name: 'Propose', exact: true }).click()
  await expect(wizard.getByRole('heading', { name: 'Proposal submitted' })).toBeVisible()
  const sent = await query(
    site,
    `select name, platform, streaming_account_name as account, start_at, end_at, language, proof_url
      from events where proposer_id = ?`,
    userId,
  )
  const channel = { platform: 'youtube', account: 'arte_concert' }
  const end_at = startAt + 3 * hour
  const proof_url = 'https://www.youtube.com/watch?v=premiere_01'
  expect(sent).toEqual([
    { name: 'The Opera', ...channel, start_at: startAt, end_at, language: 'fr', proof_url },
  ])
})

for (const width of [390, 1280]) {
  test(`the card says at ${width} px what is missing or wrong beside its field`, async ({
    browser,
  }) => {
    const { page, wizard } = await openWizard(browser)
    await page.setViewportSize({ width, height: 844 })
    await linkField(wizard).fill(link)
    const send = wizard.getByRole('button', { name: 'Propose', exact: true })
    await expect(send).toBeInViewport({ ratio: 1 })
    await expect(wizard.getByLabel('Category')).toBeInViewport({ ratio: 1 })
    await send.click()
    await expect(wizard.getByLabel('Category')).toHaveAttribute('aria-invalid', 'true')
    await wizard.getByLabel('Category').selectOption('music')
    const name = wizard.getByLabel('Event name')
    await expect(name).toBeHidden()
    await wizard.getByText('Name, description and more').click()
    await name.fill('')
    await wizard.getByText('Name, description and more').click()
    await send.click()
    await expect(name).toBeVisible()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await name.fill('Opera, the dress rehearsal')
    await wizard.getByText(/→/).click()
    await wizard.getByLabel('Start date').fill('2020-01-01')
    await send.click()
    await expect(wizard.getByText('must be in the future')).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
  })
}

test('a similar event is shown on the card, and asked about before sending', async ({
  browser,
}) => {
  const { page, wizard } = await openWizard(browser)
  const channel = { platform: 'youtube', streamingAccountName: 'arte_concert' } as const
  const times = { startAt, endAt: startAt + hour }
  await createEvent(site, { name: 'Opera at midnight', slug: 'opera-night', ...times, ...channel })
  await linkField(wizard).fill(link)
  const similar = wizard.getByRole('status', { name: 'Already listed?' })
  await expect(similar).toContainText('Opera at midnight')
  await wizard.getByLabel('Category').selectOption('music')
  await wizard.getByRole('button', { name: 'Propose', exact: true }).click()
  const question = wizard.getByRole('alert', { name: 'Already listed?' })
  await question.getByRole('button', { name: 'It’s a different event: submit it' }).click()
  await expect(wizard.getByRole('heading', { name: 'Proposal submitted' })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
})

test('a link to a channel goes on step by step, and keeps what was typed', async ({ browser }) => {
  const { wizard } = await openWizard(browser)
  await linkField(wizard).fill('twitch.tv/somebody')
  await expect(wizard.getByText('Found: somebody on Twitch.')).toBeVisible()
  await expect(wizard.getByText('Step 1 of 4')).toBeVisible()
  await wizard.getByRole('button', { name: 'Next' }).click()
  await wizard.getByLabel('Event name').fill('A Long Evening')
  await wizard.getByRole('button', { name: 'Previous' }).click()
  await wizard.getByRole('button', { name: 'Next' }).click()
  await expect(wizard.getByText('Step 2 of 4')).toBeVisible()
  await expect(wizard.getByLabel('Event name')).toHaveValue('A Long Evening')
})

test('a shared link opens the card at once, and is no part of the address', async ({ browser }) => {
  const { page } = await openMember(site, browser)
  await page.goto(`/?propose=${encodeURIComponent(`Look at this! ${link}`)}`)
  await expect(proposeDialog(page).getByRole('article')).toContainText('The Opera')
  expect(new URL(page.url()).search).toBe('')
  await page.goto(`/?propose=${encodeURIComponent('https://evil.example/watch?v=premiere_01')}`)
  await expect(linkField(proposeDialog(page))).toHaveValue('')
})

test('a guest with a shared link gets its card once the code is entered', async ({ browser }) => {
  const { page } = await openVisitor(site, browser)
  await page.goto(`/events?propose=${encodeURIComponent(link)}`)
  const email = 'sharing-guest@example.com'
  await page.getByRole('dialog').getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  const code = await waitFor(
    async () => (await site.mails(email)).map(codeIn).find((found) => found !== undefined),
    'a code',
  )
  await page.getByRole('textbox', { name: 'Six-digit code' }).fill(code)
  // The session, the wizard and the look-up come one after the other.
  const card = proposeDialog(page).getByRole('article')
  await expect(card).toContainText('The Opera', { timeout: 20_000 })
})

test('the bookmarklet opens the card from any page', async ({ browser }) => {
  const { page, context } = await openMember(site, browser)
  await page.goto('/profile/proposals', { waitUntil: 'networkidle' })
  await page.getByText('Propose from any page').click()
  const shortcut = page.getByText('Propose on Hypecal')
  await expect(shortcut).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await shortcut.click()
  await expect(page).toHaveURL(/\/profile/)
  const href = await shortcut.getAttribute('href')
  expect(href).toMatch(/^javascript:/)
  await context.route('https://youtu.be/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>A video</title>' }),
  )
  await page.goto(link)
  const opened = context.waitForEvent('page')
  await page.evaluate(href!.replace('javascript:', ''))
  await expect(proposeDialog(await opened).getByRole('article')).toContainText('The Opera')
})

test('where a video cannot be read, the channel is asked for and goes on', async ({ browser }) => {
  const { page, wizard } = await openWizard(browser)
  platforms.faults.set('/youtube/v3/videos', [{ status: 500 }])
  const field = linkField(wizard)
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
  await expect(wizard.getByRole('article')).toContainText('The Opera')
})

test('a video that is not there says so beside its field', async ({ browser }) => {
  const { wizard } = await openWizard(browser)
  await linkField(wizard).fill('https://youtu.be/unknown_001')
  await expect(wizard.getByText('We couldn’t find this video.')).toBeVisible()
})
