import { expect } from '@playwright/test'
import { insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { signIn } from '#tests/support/drivers/visitors.ts'

const site = useSite()

test('a campaign is written, previewed, tested and sent, and one click stops the next', async ({
  browser,
  page,
}) => {
  await query(site, `update users set email = 'admin@example.com', email_verified_at = 1`)
  const reader = await createMember(site, { language: 'fr', marketingOptIn: true })
  const other = await createMember(site, { language: 'es', marketingOptIn: true })
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text())
  })

  await signIn(site, page.context(), 'admin')
  await page.goto(`${site.url}/admin/panel`)
  await page.getByRole('link', { name: 'Content', exact: true }).click()
  await page.getByRole('link', { name: 'Campaigns' }).click()
  await page.getByRole('link', { name: 'New campaign' }).click()
  await expect(page.locator('fieldset.editor:enabled')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Winter')
  await page.getByRole('button', { name: /^Français/ }).click()
  await page.getByLabel('Subject').fill('L’hiver arrive')
  await page.getByLabel('Text', { exact: true }).fill('Voici [le programme](/events).')
  const mail = page.frameLocator('iframe')
  await expect(mail.getByRole('link', { name: 'le programme' })).toHaveCSS(
    'color',
    'rgb(185, 45, 12)',
  )

  const reach = page.locator('.campaign-reach')
  await expect(reach).toContainText('1 member would get this email')
  await expect(reach).toContainText('Español: 1 member won’t get the email')

  await page.getByRole('button', { name: 'Send me a test' }).click()
  await expect(page.getByText('Test sent to admin@example.com')).toBeVisible()
  await expect
    .poll(async () => (await site.mails('admin@example.com')).map(({ subject }) => subject))
    .toEqual(['[Test] L’hiver arrive'])
  await expect(page).toHaveURL(/editor\?id=\d+/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Winter')
  await expect(page).toHaveTitle(/^Winter/)
  await expect(page.locator('.breadcrumbs [aria-current]')).toHaveText('Winter')

  await page.getByRole('button', { name: 'Send…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Send “Winter”' })
  await expect(dialog).toContainText('1 member will get this email')
  await expect(dialog).toContainText('Español: 1 member won’t get the email')
  await dialog.getByRole('button', { name: 'Send to 1 member' }).click()
  await expect(page.getByText('“Winter” is being sent')).toBeVisible()
  await expect.poll(async () => (await site.mails(reader.email)).length).toBe(1)
  const report = page.getByRole('region', { name: 'Winter' })
  await expect(report.locator('.badge')).toHaveText('Sent')
  expect(await site.mails(other.email)).toEqual([])

  const [received] = await site.mails(reader.email)
  const link = /http\S+\/unsubscribe\/\S+/.exec(received?.text ?? '')?.[0] ?? ''
  const theirs = await browser.newPage()
  await theirs.goto(link)
  await theirs.getByRole('button', { name: 'Ne plus recevoir ces e-mails' }).click()
  await expect(theirs.getByText('C’est fait')).toBeVisible()

  await page.reload()
  const unsubscribed = report.locator('dl > div').filter({ hasText: 'Unsubscribed' })
  await expect(unsubscribed).toContainText('1')
  expect(refused).toEqual([])
})

test('an event is searched for and stands in the mail where the text was left', async ({
  page,
}) => {
  const admin = await createMember(site, { role: 'admin' })
  const { slug } = await createEvent(site, { name: 'Grand Cycling Gala' })
  await page.context().addCookies([{ name: 'access_token', value: admin.token, url: site.url }])
  await page.goto(`${site.url}/admin/panel/campaigns/editor`)
  await expect(page.locator('fieldset.editor:enabled')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Gala')
  await page.getByLabel('Subject').fill('Tonight')
  const text = page.getByLabel('Text', { exact: true })
  await text.fill('Hello')
  const field = page.getByLabel('Insert an event')
  await field.fill('Cycling')
  await page.getByRole('option', { name: 'Grand Cycling Gala' }).click()
  await expect(text).toBeFocused()
  await expect(text).toHaveValue(`Hello\n\n{{event:${slug}}}\n\n`)
  const mail = page.frameLocator('iframe')
  await expect(mail.getByText('Grand Cycling Gala', { exact: true })).toBeVisible()
  const frame = page.locator('iframe')
  await expect
    .poll(() =>
      frame.evaluate((one: HTMLIFrameElement) => {
        const content = one.contentDocument?.documentElement.scrollHeight ?? 0
        return one.clientHeight - content
      }),
    )
    .toBe(0)
  await expect(mail.getByRole('link', { name: 'See the event' })).toHaveAttribute(
    'href',
    new RegExp(`/events/${slug}$`),
  )
  await text.fill('{{event:unknown-gala}}')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.field-error')).toHaveText(
    'There’s no event “unknown-gala” on the agenda.',
  )
  await expect(text).toBeFocused()
  const asked = page.waitForEvent('dialog')
  const leaving = page.getByRole('link', { name: 'Campaigns' }).click()
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await leaving
  await expect(text).toHaveValue('{{event:unknown-gala}}')
})

test('a fault in another language is brought up, and what is typed during a save is not lost', async ({
  page,
}) => {
  const admin = await createMember(site, { role: 'admin' })
  await page.context().addCookies([{ name: 'access_token', value: admin.token, url: site.url }])
  await page.goto(`${site.url}/admin/panel/campaigns/editor`)
  await expect(page.locator('fieldset.editor:enabled')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Spring')
  await page.getByRole('button', { name: /^Français/ }).click()
  await page.getByLabel('Subject').fill('x'.repeat(500))
  await page.getByRole('button', { name: /^Español/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: /^Français/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(page.getByLabel('Subject')).toBeFocused()
  await expect(page.getByLabel('Subject')).toHaveAttribute('aria-invalid', 'true')

  await page.getByLabel('Subject').fill('Le printemps')
  let answer: () => void = () => undefined
  const isHeld = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/admin/campaigns', async (route) => {
    await isHeld
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Spring 2027')
  answer()
  await expect(page.getByText('Spring saved')).toBeVisible()
  await expect(page.getByText('Not saved')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Spring 2027')
})

test('several streamers are chosen and taken away by keyboard, without losing the field', async ({
  page,
}) => {
  const admin = await createMember(site, { role: 'admin' })
  await insertStreamer(site, 'Marathon Ana')
  await insertStreamer(site, 'Marathon Bo')
  await page.context().addCookies([{ name: 'access_token', value: admin.token, url: site.url }])
  await page.goto(`${site.url}/admin/panel/campaigns/editor`)
  await expect(page.locator('fieldset.editor:enabled')).toBeVisible()
  const field = page.getByLabel('Followers of streamers')
  for (const name of ['Marathon Ana', 'Marathon Bo']) {
    await field.fill(name)
    await page.getByRole('option', { name }).waitFor()
    await field.press('ArrowDown')
    await field.press('Enter')
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
  }
  await page.getByRole('button', { name: 'Remove Marathon Ana' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Marathon Ana' })).toHaveCount(0)
  await expect(field).toBeFocused()
})

test('a streamer typed in full is added by Enter, which saves nothing', async ({ page }) => {
  const admin = await createMember(site, { role: 'admin' })
  await insertStreamer(site, 'Typed Tia')
  await page.context().addCookies([{ name: 'access_token', value: admin.token, url: site.url }])
  await page.goto(`${site.url}/admin/panel/campaigns/editor`)
  await expect(page.locator('fieldset.editor:enabled')).toBeVisible()
  const field = page.getByLabel('Followers of streamers')
  await field.fill('Typed Tia')
  await page.getByRole('option', { name: 'Typed Tia' }).waitFor()
  const added = page.getByRole('button', { name: 'Remove Typed Tia' })
  await expect(added).toHaveCount(0)
  await field.press('Enter')
  await expect(added).toBeVisible()
  await expect(field).toHaveValue('')
  await field.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveAttribute('aria-invalid', 'true')
  await expect(field).toBeFocused()
})
