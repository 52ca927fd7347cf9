import { expect, type Browser, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { png } from '#tests/support/factories/pictures.ts'
import { expectToast } from '#tests/support/drivers/profile.ts'
import { signIn } from '#tests/support/drivers/visitors.ts'

const site = useSite()

async function openAsAdmin(browser: Browser, width = 1280): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
  })
  await signIn(site, context, 'admin')
  return context.newPage()
}

const picture = { name: 'crowd.png', mimeType: 'image/png', buffer: png({ width: 64, height: 36 }) }
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })

async function markdownOf(title: string): Promise<string> {
  const [row] = await query<{ markdown: string }>(
    site,
    'select markdown from articles where title = ?',
    title,
  )
  return row?.markdown ?? ''
}

test('the editor is no wider than the header above it', async ({ browser }) => {
  const page = await openAsAdmin(browser, 1600)
  await page.goto('/admin/articles/editor', { waitUntil: 'networkidle' })
  const edges = await page.evaluate(() =>
    ['.editor', '.breadcrumbs', '.header-row'].map((selector) => {
      const element = document.querySelector(selector)
      if (!element) return undefined
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      const { left, right } = element.getBoundingClientRect()
      return [left + parseFloat(paddingLeft), right - parseFloat(paddingRight)]
    }),
  )
  expect(edges[0]).toEqual(edges[2])
  expect(edges[1]?.[0]).toBe(edges[0]?.[0])
})

test('an article, from its first words to its end', async ({ browser }) => {
  const page = await openAsAdmin(browser)
  await page.goto('/admin/articles')
  await page.getByRole('link', { name: 'New article' }).click()
  await page.getByLabel('Title').fill('How to raid')
  await text(page).fill('## First\n\nBe **kind**.')
  await expect(preview(page).getByRole('heading', { name: 'First' })).toBeVisible()
  await expect(preview(page).locator('strong')).toHaveText('kind')
  const [title = 0, heading = 0] = await Promise.all(
    ['How to raid', 'First'].map((name) =>
      preview(page)
        .getByRole('heading', { name })
        .evaluate((element) => parseFloat(getComputedStyle(element).fontSize)),
    ),
  )
  expect(heading).toBeLessThan(title)
  await expect(page.getByText('Saved at')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/articles\/editor\?id=\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit article')
  await expect(page).toHaveTitle(/^Edit article/)
  await expect(page.locator('.breadcrumbs [aria-current]')).toHaveText('Edit article')
  expect(await axeFaults(page)).toEqual([])

  await text(page).press('Control+End')
  await page.getByLabel('Insert an image').setInputFiles(picture)
  await expect(preview(page).locator('.prose img')).toHaveAttribute('width', '64')
  await page.keyboard.type('A crowd')
  await expect
    .poll(() => markdownOf('How to raid'))
    .toMatch(/kind\*\*\.\n\n!\[A crowd\]\(\/media\/uploads\/[\w-]+\.webp#64x36\)\n$/)

  const other = await page.context().newPage()
  await other.goto(page.url())
  await text(other).fill('Theirs.')
  await expect(other.getByText('Saved at')).toBeVisible()
  await text(page).fill('Mine.')
  const notice = page.getByRole('alert').filter({ hasText: 'admin saved this article' })
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'See their version' }).click()
  await expect(page.getByRole('dialog').getByText('Theirs.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(text(page)).toHaveValue('Mine.')
  await notice.getByRole('button', { name: 'Keep my version' }).click()
  await expect(notice).toHaveCount(0)
  await expect.poll(() => markdownOf('How to raid')).toBe('Mine.')
  await other.close()

  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  const place = await publish.boundingBox()
  await publish.click()
  await expectToast(page, '“How to raid” published')
  // A late second tap.
  if (place) await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2)
  await text(page).fill('Mine, and better.')
  await expect(page.getByText('Not saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved at')).toBeVisible()
  const reader = await page.context().newPage()
  await reader.goto('/articles/how-to-raid')
  await expect(reader.locator('.prose')).toHaveText('Mine, and better.')
  await reader.close()

  await page.goto('/admin/articles')
  await page.getByRole('button', { name: 'Unpublish “How to raid”' }).click()
  await expectToast(page, '“How to raid” is a draft again')
  expect((await page.request.get('/articles/how-to-raid')).status()).toBe(404)
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete: How to raid' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete article' }).click()
  await expect(page.getByText('No articles yet.', { exact: false })).toBeVisible()
  await page.context().close()
})

test('leaving with something unsaved is asked about', async ({ browser }) => {
  const page = await openAsAdmin(browser, 390)
  await page.goto('/admin/articles/editor')
  await text(page).fill('No title yet')
  await expect(page.getByText('Not saved: add a title', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await expect(preview(page).getByText('No title yet').last()).toBeVisible()
  await expect(text(page)).toBeHidden()
  const asked = page.waitForEvent('dialog')
  const leaving = page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await leaving
})

test('a group, from its making to its end', async ({ browser }) => {
  const startAt = Date.now() + day
  await createEvent(site, { name: 'Night race', startAt, endAt: startAt + day })
  const page = await openAsAdmin(browser)
  await page.goto('/admin/panel/groups')
  await page.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog')
  // A toast shows above the dialog, and closes too.
  const close = dialog.locator('> header').getByRole('button', { name: 'Close' })
  await dialog.getByLabel('Name').fill('GP Explorer')
  await dialog.getByLabel('Language').selectOption('fr')
  await dialog.getByLabel('Choose an image').setInputFiles(picture)
  await expect(dialog.locator('.picture-field img')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await expect(dialog.getByRole('heading', { name: 'Events of “GP Explorer”' })).toBeVisible()
  await dialog.getByLabel('Search for an event to add').fill('night')
  await dialog.getByRole('button', { name: 'Add “Night race”' }).click()
  await expect(dialog.getByRole('button', { name: 'Remove “Night race”' })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await close.click()
  await expect(page.getByRole('row', { name: /GP Explorer/ })).toContainText('Français')

  await page.getByRole('button', { name: 'New group' }).click()
  await dialog.getByLabel('Name').fill('gp explorer')
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await expect(dialog.getByText('Another group already has this name.')).toBeVisible()
  await close.click()

  await page.getByRole('button', { name: 'Delete: GP Explorer' }).click()
  await expect(dialog.getByText('Its 1 event stays on the agenda')).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete group' }).click()
  await expectToast(page, 'GP Explorer deleted')
  await expect(page.getByText('No groups yet.', { exact: false })).toBeVisible()
  const [event] = await query<{ group_id: number | null }>(site, 'select group_id from events')
  expect(event?.group_id).toBeNull()
  await page.context().close()
})
