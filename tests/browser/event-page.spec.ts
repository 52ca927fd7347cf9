import { readFile } from 'node:fs/promises'
import { expect, type BrowserContext, type Page, type Request } from '@playwright/test'
import type { EventsPage, EventSummary } from '#worker/features/events/contract.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { adminPassword } from '#tests/support/drivers/data-folder.ts'
import { logIn } from '#tests/support/drivers/visitors.ts'

const site = useSite({ demo: true })

/** One whose channel is known: of some real events it is yet to be announced. */
async function someEvent(search: string): Promise<EventSummary> {
  const response = await fetch(`${site.url}/api/v1/events?limit=100&${search}`)
  const { items } = (await response.json()) as EventsPage
  const event = items.find(({ streaming_account_name: name }) => name !== null)
  if (!event) throw new Error(`the demo has no event with ${search}`)
  return event
}

/** Every address outside the site that the pages asked for; none of them gets far. */
async function watchForeign(context: BrowserContext): Promise<string[]> {
  const asked: string[] = []
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && url.origin !== site.url,
    (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<p>elsewhere</p>' })
    },
  )
  return asked
}

async function logInHere(page: Page): Promise<void> {
  await page.waitForURL(/\/login\?next=/)
  await logIn(page, 'admin', adminPassword)
}

/** A guest is asked for an address over the page; the password is beside it. */
async function logInInstead(page: Page): Promise<void> {
  await page.getByRole('dialog').locator('a[href*="/login"]').click()
  await logInHere(page)
}

test('nothing is asked of the platform before the play button is pressed', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url })
  const asked = await watchForeign(context)
  const page = await context.newPage()
  const event = await someEvent('phase=live&platform=twitch')
  await page.goto(`/events/${event.slug}`, { waitUntil: 'networkidle' })
  const play = page.getByRole('button', { name: /Watch here.*content from Twitch/ })
  await expect(play).toBeVisible()
  expect(asked).toEqual([])
  await play.click()
  const player = page.locator('iframe')
  await expect(player).toHaveAttribute('title', `Twitch player: ${event.name}`)
  await expect(player.contentFrame().getByText('elsewhere')).toBeVisible()
  const name = event.streaming_account_name ?? ''
  expect(asked).toEqual([`https://player.twitch.tv/?channel=${name}&parent=localhost`])
})

async function copyCalendarAddress(page: Page): Promise<void> {
  await page.goto('/events', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Only what’s needed' }).click()
  await page.getByRole('button', { name: 'Add to my calendar' }).click()
  await page.getByRole('button', { name: 'Copy link' }).click()
}

/** A link of the menu, which closes so that it covers no toast. */
const fileLink = (page: Page) => page.getByText('Calendar file (.ics)')

/** The part of the toast’s field that is selected. */
async function selectedIn(page: Page): Promise<string> {
  const field = page.locator('.toasts').getByRole('textbox')
  await expect(field).toBeFocused()
  return field.evaluate((input: HTMLInputElement) =>
    input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
  )
}

for (const [clipboard, script] of [
  ['there is no clipboard', `Object.defineProperty(navigator, 'clipboard', { value: undefined })`],
  ['the clipboard refuses', `navigator.clipboard.writeText = () => Promise.reject(new Error())`],
] as const) {
  test(`a link that cannot be copied since ${clipboard} stands selected`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: site.url })
    await context.addInitScript(script)
    const page = await context.newPage()
    const { slug } = await someEvent('phase=upcoming')
    await page.goto(`/fr/events/${slug}`, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Partager' }).click()
    await expect(page.locator('.toasts')).toContainText('Impossible de copier le lien')
    expect(await selectedIn(page)).toMatch(new RegExp(`/fr/events/${slug}$`))
  })

  test(`a calendar address that cannot be copied since ${clipboard} stands selected`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: site.url })
    await context.addInitScript(script)
    const page = await context.newPage()
    await copyCalendarAddress(page)
    await expect(page.locator('.toasts')).toContainText('Couldn’t copy the link.')
    await expect(fileLink(page)).toHaveAttribute('href', await selectedIn(page))
  })
}

test('the calendar address of a list is copied', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  await copyCalendarAddress(page)
  await expect(page.locator('.toasts')).toContainText('Link copied')
  const address = await page.evaluate(() => navigator.clipboard.readText())
  await expect(fileLink(page)).toHaveAttribute('href', address)
})

test('without a script the play button is a link to the channel', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const page = await context.newPage()
  const { slug, watch_urls } = await someEvent('phase=live&platform=twitch')
  await page.goto(`/events/${slug}`)
  const link = page.locator('.event-stage').getByRole('link', { name: 'Watch on Twitch' })
  await expect(link).toHaveAttribute('href', watch_urls[0] ?? '')
  await expect(page.getByRole('button', { name: /Watch here/ })).toBeHidden()
})

test('without a script the calendar leads to login, which says what it needs', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const page = await context.newPage()
  const { slug } = await someEvent('phase=upcoming')
  await page.goto(`/events/${slug}`)
  await page.getByRole('link', { name: 'Log in to add it' }).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/events/${slug}`)}`)
  await expect(page.getByText('This page needs JavaScript.')).toBeVisible()
})

for (const [calendar, address] of [
  ['Google', 'https://calendar.google.com/calendar/render?action=TEMPLATE&'],
  ['Outlook', 'https://outlook.live.com/calendar/0/deeplink/compose?'],
] as const) {
  test(`a visitor who adds to ${calendar} comes back from login with it done`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: site.url })
    const asked = await watchForeign(context)
    const page = await context.newPage()
    const { slug, name } = await someEvent('phase=upcoming')
    await page.goto(`/events/${slug}`)
    await page.getByRole('button', { name: `Add to ${calendar}` }).click()
    const isThere = (request: Request) => request.url().startsWith(address)
    const [request] = await Promise.all([
      context.waitForEvent('request', isThere),
      logInInstead(page),
    ])
    const url = request.url()
    expect([...new URL(url).searchParams.values()]).toContain(name)
    await page.goto(`/events/${slug}`)
    await page.getByRole('button', { name: `Add to ${calendar}` }).click()
    await expect.poll(() => asked).toEqual([url, url])
    expect(new URL(page.url()).search).toBe('')
  })
}

test('a visitor who adds to iCal comes back from login to the file', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  const { slug, name } = await someEvent('phase=upcoming')
  await page.goto(`/events/${slug}`)
  await page.getByRole('button', { name: 'Add to iCal' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), logInInstead(page)])
  expect(download.suggestedFilename()).toBe(`${slug}.ics`)
  const file = await readFile(await download.path(), 'utf8')
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${name}`)
  await expect(page).toHaveURL(`/events/${slug}`)
})

test('a calendar that cannot be reached is said, each with its own words', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  const { slug } = await someEvent('phase=upcoming')
  await page.goto(`/login?next=/events/${slug}`)
  await logInHere(page)
  await page.waitForURL((url) => url.pathname === `/events/${slug}`)
  await page.route('**/calendar?target=*', (route) => route.fulfill({ status: 503, body: '{}' }))
  for (const [button, words] of [
    ['Add to Google', 'Couldn’t add the event to Google Calendar'],
    ['Add to Outlook', 'Couldn’t add the event to Outlook'],
    ['Add to iCal', 'Couldn’t download the calendar file'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await expect(page.getByRole('status').getByText(words)).toBeVisible()
  }
})

test('filters survive a reload and coming back, and each can be taken away', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.url, timezoneId: 'Europe/Paris' })
  const page = await context.newPage()
  await page.goto('/events?language=fr')
  const opener = page.locator('.filter-fold summary')
  await opener.click()
  await page.getByRole('checkbox', { name: 'Speedrun' }).check()
  await page.getByLabel('Sort by').selectOption('Most hyped')
  await page.getByLabel('From', { exact: true }).fill('2025-01-01')
  const address =
    '/events?category=speedrun&from=2025-01-01&language=fr&sort=hype&tz=Europe%2FParis'
  await expect(page).toHaveURL(address)
  const active = page.getByRole('list', { name: 'Active filters' })
  await expect(active.getByRole('link')).toHaveCount(3)
  const rows = page.locator('#results .event-name a')
  const names = await rows.allTextContents()
  expect(names.length).toBeGreaterThan(0)
  await page.reload()
  await opener.click()
  await expect(page.getByRole('checkbox', { name: 'Speedrun' })).toBeChecked()
  await rows.first().click()
  await page.waitForURL(/\/events\/[^?]+$/)
  await page.goBack()
  await expect(page).toHaveURL(address)
  expect(await rows.allTextContents()).toEqual(names)
  await active.getByRole('link', { name: 'Remove filter: Speedrun' }).click()
  await expect(page).toHaveURL('/events?from=2025-01-01&language=fr&sort=hype&tz=Europe%2FParis')
})

test('a game that is picked from the suggestions is the filter at once', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  const { game } = await someEvent('phase=upcoming&q=teapot')
  const name = game?.name ?? ''
  await page.goto('/events')
  const field = page.getByLabel('Game', { exact: true })
  await field.click()
  const combobox = page.getByRole('combobox', { name: 'Game' })
  await combobox.pressSequentially(name.slice(0, 4).toUpperCase())
  const option = page.getByRole('option', { name, exact: true })
  await expect(option.locator('b')).toHaveText(name.slice(0, 4))
  await combobox.press('ArrowDown')
  await combobox.press('Enter')
  await page.waitForURL(/\/events\?game=\d+$/)
  await expect(page.getByRole('link', { name: `Remove filter: ${name}` })).toBeVisible()
})

test('without a script the filters are a form whose names may be parts of names', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/events?future_only=true')
  await page.getByLabel('Streamer or channel').fill('TEAPOT')
  await page.getByRole('button', { name: 'Apply' }).first().click()
  await expect(page).toHaveURL(/future_only=true.*streamer_q=TEAPOT/)
  await expect(page.locator('#results .event-row').first()).toContainText('Teapot')
  await page.getByRole('link', { name: 'Remove filter: Streamer: “TEAPOT”' }).click()
  await expect(page).toHaveURL('/events?future_only=true')
  await page.getByRole('link', { name: 'Show more events' }).click()
  await page.getByRole('link', { name: 'Back to the first page' }).click()
  await expect(page).toHaveURL('/events?future_only=true')
})
