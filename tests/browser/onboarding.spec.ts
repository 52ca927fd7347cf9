import { expect, type Browser, type Locator, type Page, type Request } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import {
  insertAccount,
  insertFollows,
  insertGame,
  insertStreamer,
} from '#tests/support/factories/directory.ts'
import { type Member, createMember } from '#tests/support/factories/members.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { openMember, logIn } from '#tests/support/drivers/visitors.ts'

const site = useSite({ hasOnboarding: true })
let anaId: number
const ana = /^Ana en directo/
test.beforeAll(async () => {
  anaId = await insertStreamer(site, 'Ana en directo')
  await insertAccount(site, anaId, 'ana_tv')
  const boId = await insertStreamer(site, 'Bo Live')
  await query(site, `update streamers set avatar_path = 'uploads/gone.png' where id = ?`, boId)
  const gameId = await insertGame(site, 'A Game With Quite A Long Name')
  await insertGame(site, 'Chess')
  const startAt = Date.now() + day
  const subject = { gameId, streamerIds: [anaId, boId], name: 'Long Night' }
  await createEvent(site, { startAt, endAt: startAt + hour, ...subject })
})

type Options = { locale?: string; width?: number; timezoneId?: string }
const path = '**/api/v1/onboarding/content-onboarding'

/** Every page reports the zone, whatever is open over it. */
function isReportedZone(request: Request): boolean {
  return request.postData()?.includes('browser_time_zone') ?? false
}

/** A newcomer who is signed in, with a page that is to be opened yet. */
async function newcomer(browser: Browser, options: Options = {}) {
  const { locale = 'en-US', width = 1280, timezoneId = 'America/New_York' } = options
  const member = await createMember(site)
  const context = await browser.newContext({
    ...{ baseURL: site.url, locale, timezoneId, reducedMotion: 'reduce' },
    viewport: { width, height: 800 },
  })
  await context.addCookies([{ name: 'access_token', value: member.token, url: site.url }])
  await context.addInitScript(() =>
    localStorage.setItem('consent', `necessary ${new Date().toISOString().slice(0, 10)}`),
  )
  const page = await context.newPage()
  const calls: string[] = []
  page.on('request', (request) => {
    const called = /\/api\/v1\/(.*)/.exec(request.url())?.[1]
    if (called && !isReportedZone(request))
      calls.push(`${request.method()} ${called.replace('onboarding/content-', '')}`)
  })
  return { member, context, page, calls, modal: page.locator('dialog.onboarding') }
}

const button = (modal: Locator, name: string | RegExp) =>
  modal.getByRole('button', { name, exact: true })

/** Answers a call as a server in trouble would, the first time. */
async function failOnce(page: Page, url: string, method = 'GET'): Promise<void> {
  let hasFailed = false
  await page.route(url, async (route) => {
    const request = route.request()
    if (hasFailed || request.method() !== method || isReportedZone(request)) return route.fallback()
    hasFailed = true
    await route.fulfill({ status: 500, json: { msg: 'Out of order', code: 'internal_error' } })
  })
}

/** Keeps a call from its answer until what this answers with is called. */
async function hold(page: Page, url: string): Promise<() => void> {
  let release = () => undefined as void
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await isReleased
    await route.fallback().catch(() => undefined)
  })
  return () => release()
}

async function rowOf({ userId }: Member) {
  const [row] = await query<Record<string, unknown>>(
    site,
    `select onboarded_at is not null as isDone, onboarding_skipped_at is not null as isSkipped,
      interface_language as language, timezone_name as zone, date_format_id as format,
      is_marketing as marketing, (select json_group_array(streamer_id) from streamer_follows
        where user_id = users.id) as streamers from users where id = ?`,
    userId,
  )
  return row
}

function columnsOf(modal: Locator): Promise<number> {
  return modal
    .locator('.onboarding-grid')
    .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
}

test('a newcomer walks through the three steps on a wide screen', async ({ browser }) => {
  const { member, page, calls, modal } = await newcomer(browser)
  await insertFollows(site, 'streamer', anaId, [member])
  let answeredAt = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/start')) answeredAt = Date.now()
  })
  await page.goto(`/streamers/${anaId}`)
  await expect(modal).toBeVisible()
  expect(Date.now() - answeredAt).toBeGreaterThanOrEqual(450)

  await expect(modal.getByRole('heading', { name: 'Welcome to Hypecal' })).toBeFocused()
  // Known settings are one line, and its controls open in place.
  const known = modal.locator('summary')
  await expect(known).toHaveText(/^English · New York · 12\/31\/2026\s*Change$/)
  await expect(modal.getByRole('switch')).toBeVisible()
  await expect(modal.getByLabel('Language')).toBeHidden()
  await known.click()
  await expect(modal.getByLabel('Language')).toHaveValue('en')
  await expect(modal.getByLabel('Time zone')).toHaveValue(/^New York/)
  await expect(button(modal, '12/31/2026')).toHaveAttribute('aria-pressed', 'true')
  await expect(modal.getByRole('switch')).toBeChecked()
  await expect(modal.getByRole('progressbar')).toHaveCount(0)
  await expect(button(modal, 'Back')).toHaveCount(0)
  await expect(button(modal, 'Skip')).toBeVisible()
  expect(await axeFaults(page, '.onboarding')).toEqual([])
  await modal.getByLabel('Time zone').fill('Tokyo')
  await modal.getByRole('option', { name: /Tokyo/ }).click()
  await button(modal, '2026-12-31').click()
  await modal.getByRole('switch').click()
  const saving = page.waitForRequest(
    (request) => request.method() === 'PUT' && !isReportedZone(request),
  )
  await button(modal, 'Start').dblclick()
  expect((await saving).postDataJSON()).toEqual({
    interface_language_code: 'en',
    is_marketing: false,
    timezone_name: 'Asia/Tokyo',
    date_format_id: 'ymd',
    date_format: '%Y-%m-%d %H:%M',
  })

  await expect(modal.getByRole('heading', { name: 'Who do you watch?' })).toBeFocused()
  const saved = calls.slice(calls.indexOf('PUT users/me/settings'))
  expect(saved.slice(0, 3)).toEqual([
    'PUT users/me/settings',
    'GET users/me/settings',
    'GET onboarding/streamers?limit=16',
  ])
  await expect(modal.getByText('Step 1 of 2')).toBeVisible()
  await expect(modal.getByText('0%', { exact: true })).toBeVisible()
  await expect(button(modal, 'Back')).toHaveCount(0)
  const followed = button(modal, 'Ana en directo @ana_tv')
  await expect(followed).toHaveAttribute('aria-pressed', 'true')
  await expect(modal.getByText('1 selected')).toBeVisible()
  // The picture that is not there has its letter.
  await expect(button(modal, /^Bo Live/).locator('.onboarding-picture')).toHaveText('B')
  await button(modal, /^Bo Live/).click()
  await expect(modal.getByText('2 selected')).toBeVisible()
  await followed.click()
  await expect(modal.getByText('1 selected')).toBeVisible()
  // The page underneath shows it at once.
  await expect(page.locator(`[data-follow="streamer-${anaId}"]`).first()).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  expect([await columnsOf(modal), await axeFaults(page, '.onboarding')]).toEqual([6, []])
  await page.setViewportSize({ width: 820, height: 800 })
  expect(await columnsOf(modal)).toBe(4)

  await button(modal, 'Continue').click()
  await expect(modal.getByText('Step 2 of 2')).toBeVisible()
  await expect(modal.getByText('100%', { exact: true })).toBeVisible()
  const game = button(modal, 'A Game With Quite A Long Name')
  await expect(game.locator('.onboarding-name')).toHaveText('A Game With Quite...')
  await game.click()
  await expect(game).toHaveAttribute('aria-pressed', 'true')
  expect(await axeFaults(page, '.onboarding')).toEqual([])
  await button(modal, 'Back').click()
  await expect(modal.getByText('1 selected')).toBeVisible()
  await button(modal, 'Continue').click()
  await expect(game).toHaveAttribute('aria-pressed', 'true')
  expect(calls.filter((call) => call.includes('limit=16'))).toHaveLength(2)

  await button(modal, 'Finish').click()
  await expect(modal).toHaveCount(0)
  const toast = page.locator('.toast-success')
  await expect(toast).toHaveText(/^You’re all set. Events from the streamers and games you follow/)
  expect(calls.filter((call) => call.endsWith('complete'))).toHaveLength(1)
  expect(await rowOf(member)).toMatchObject({
    ...{ isDone: 1, isSkipped: 0, language: 'en', zone: 'Asia/Tokyo', format: 'ymd' },
    marketing: 0,
  })
  calls.length = 0
  await page.reload()
  await expect.poll(() => calls.some((call) => call.includes('users/me/start'))).toBe(true)
  expect(calls.filter((call) => call.includes('onboarding'))).toEqual([])
})

test('on a phone, each call may fail once, and is said in French', async ({ browser }) => {
  const french = { locale: 'fr-FR', width: 390, timezoneId: 'Europe/Paris' }
  const { member, page, calls, modal } = await newcomer(browser, french)
  await failOnce(page, '**/users/me/start')
  const logged = page.waitForEvent('console', (message) =>
    message.text().startsWith('Failed to check the onboarding'),
  )
  await page.goto('/fr')
  await logged
  await expect(modal).toHaveCount(0)

  await page.reload()
  await expect(modal.getByRole('heading', { name: 'Bienvenue sur Hypecal' })).toBeVisible()
  await failOnce(page, '**/users/me/settings', 'PUT')
  await button(modal, 'Commencer').click()
  await expect(modal.getByRole('alert')).toHaveText('Une erreur inattendue est survenue')
  await expect(page.locator('.toast-error')).toHaveText(/^Erreur\. Out of order/)
  await expect(button(modal, 'Commencer')).toBeEnabled()

  await failOnce(page, `${path}/streamers?limit=16`)
  await button(modal, 'Commencer').click()
  await expect(modal.getByRole('alert')).toHaveText(
    'Impossible de charger les streamers populaires',
  )
  await button(modal, 'Réessayer').click()
  const card = button(modal, ana)
  await expect(card).toBeVisible()
  await expect(modal.getByRole('alert')).toHaveText('')
  expect(await columnsOf(modal)).toBe(3)
  await failOnce(page, '**/toggle_follow', 'PUT')
  const refused = page.waitForEvent('console', (message) =>
    message.text().startsWith('Failed to toggle the follow'),
  )
  await card.click()
  await refused
  await expect(card).toHaveAttribute('aria-pressed', 'false')
  await expect(modal.getByRole('alert')).toHaveText('')
  await card.click()
  await expect(modal.getByText('1 sélectionné')).toBeVisible()

  await failOnce(page, `${path}/skip`, 'POST')
  await button(modal, 'Passer').click()
  await expect(modal.getByRole('alert')).toHaveText('Impossible de passer les premiers pas')
  await failOnce(page, `${path}/games?limit=16`)
  await button(modal, 'Continuer').click()
  await expect(modal.getByRole('alert')).toHaveText('Impossible de charger les jeux populaires')
  await button(modal, 'Retour').click()
  await expect(modal.getByRole('alert')).toHaveText('')
  await button(modal, 'Continuer').click()
  await expect(button(modal, 'Échecs')).toBeVisible()
  await failOnce(page, `${path}/complete`, 'POST')
  await button(modal, 'Terminer').click()
  await expect(modal.getByRole('alert')).toHaveText('Impossible de terminer les premiers pas')
  expect(await page.evaluate(() => document.body.scrollWidth <= innerWidth)).toBe(true)
  expect(await axeFaults(page, '.onboarding')).toEqual([])
  await button(modal, 'Terminer').dblclick()
  await expect(page.locator('.toast-success')).toHaveText(/^Tout est prêt\. /)
  expect(calls.filter((call) => call.endsWith('complete'))).toHaveLength(2)
  expect(await rowOf(member)).toMatchObject({ isDone: 1, streamers: `[${anaId}]` })
})

test('by keyboard, with slow calls, it goes on in the language chosen', async ({ browser }) => {
  const spanish = { locale: 'es-ES', timezoneId: 'Europe/Madrid' }
  const { member, page, calls, modal } = await newcomer(browser, spanish)
  await page.goto('/es/calendar?show=followed')
  await expect(modal.getByRole('heading', { name: 'Te damos la bienvenida' })).toBeFocused()
  await modal.getByText('Cambiar').click()
  await modal.getByLabel('Idioma').selectOption('en')
  await expect(button(modal, 'Empezar')).toBeVisible()
  const save = await hold(page, '**/users/me/settings')
  await button(modal, 'Empezar').press('Enter')
  await expect(button(modal, 'Empezar')).toBeDisabled()
  await expect(button(modal, 'Cerrar')).toHaveCount(0)
  await expect(button(modal, 'Omitir')).toBeDisabled()
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(modal).toBeVisible()
  const list = await hold(page, `${path}/streamers?limit=16`)
  save()
  // All but the page underneath is English from here on.
  await expect(modal.getByRole('heading', { name: 'Who do you watch?' })).toBeFocused()
  await expect(modal).toHaveAttribute('lang', 'en')
  await expect(modal.getByText('Loading…')).toBeVisible()
  await expect(button(modal, 'Continue')).toBeDisabled()
  await expect(button(modal, 'Close')).toHaveCount(0)
  list()
  await expect(button(modal, 'Close')).toBeVisible()
  expect(calls.filter((call) => call === 'PUT users/me/settings')).toHaveLength(1)

  const follow = await hold(page, '**/toggle_follow')
  const card = button(modal, ana)
  await card.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Space')
  await expect(card).toHaveAttribute('aria-busy', 'true')
  await expect(card).toHaveAttribute('aria-pressed', 'false')
  follow()
  await expect(card).toHaveAttribute('aria-pressed', 'true')
  expect(calls.filter((call) => call.endsWith('toggle_follow'))).toHaveLength(1)
  await button(modal, 'Continue').press('Enter')
  await expect(button(modal, 'Finish')).toBeEnabled()
  await button(modal, 'Finish').press('Enter')
  // The page goes on in that language, with what is followed, and confirms it.
  await page.waitForURL(`${site.url}/calendar?show=followed`)
  await expect(page.locator('.toast-success')).toHaveText(/^You’re all set/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByText('Long Night').first()).toBeAttached()
  expect(await rowOf(member)).toMatchObject({ isDone: 1, language: 'en', zone: 'Europe/Madrid' })
})

/** Closes the modal at a step by its button, or by Escape. */
async function closeAt(page: Page, step: 0 | 1 | 2, by: 'Skip' | 'Close' | 'Escape') {
  const modal = page.locator('dialog.onboarding')
  await expect(modal).toBeVisible()
  if (step > 0) {
    await button(modal, 'Start').click()
    await expect(button(modal, 'Continue')).toBeEnabled()
  }
  if (step === 2) {
    await button(modal, 'Continue').click()
    await expect(button(modal, 'Finish')).toBeEnabled()
  }
  if (by === 'Escape') await page.keyboard.press('Escape')
  else await button(modal, by).click()
  await expect(modal).toHaveCount(0)
}

test('closed at any step, it is not met again in that session, in any tab', async ({ browser }) => {
  for (const [step, by] of [
    [0, 'Skip'],
    [1, 'Escape'],
    [2, 'Close'],
  ] as const) {
    const { member, context, page, calls, modal } = await newcomer(browser)
    const other = await context.newPage()
    await other.goto('/events')
    await expect(other.locator('dialog.onboarding')).toBeVisible()
    await page.goto('/')
    await closeAt(page, step, by)
    await expect(other.locator('dialog.onboarding')).toHaveCount(0)
    const asked = calls.filter((call) => call.includes('onboarding')).length
    for (const move of [() => page.reload(), () => page.goto('/games'), () => page.goto('/')]) {
      await move()
      await page.waitForLoadState('networkidle')
      await expect(modal).toHaveCount(0)
    }
    expect(calls.filter((call) => call.includes('onboarding'))).toHaveLength(asked)
    expect(await rowOf(member)).toMatchObject({ isDone: 0, isSkipped: 0 })
    await context.close()
  }
})

test('skipped for good in one tab, it goes from the others', async ({ browser }) => {
  const { member, context, page, modal } = await newcomer(browser)
  await page.goto('/')
  await button(modal, 'Start').click()
  await button(modal, ana).click()
  await expect(modal.getByText('1 selected')).toBeVisible()
  // Reloaded in the middle: the settings are chosen, and what was followed is selected.
  await page.reload()
  await expect(modal.getByRole('heading', { name: 'Who do you watch?' })).toBeVisible()
  await expect(modal.getByText('1 selected')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/events')
  const otherModal = other.locator('dialog.onboarding')
  await button(otherModal, 'Skip').click()
  await expect(otherModal).toHaveCount(0)
  await expect(modal).toHaveCount(0)
  expect(await rowOf(member)).toMatchObject({ isDone: 0, isSkipped: 1 })
})

test('it waits for what a page of the sign-in frame is for', async ({ browser }) => {
  const { page, modal, member } = await newcomer(browser)
  await query(site, 'update users set email_verified_at = null where id = ?', member.userId)
  await query(
    site,
    `insert into account_tokens (id, user_id, kind, hash, email, created_at, expires_at)
      values ('mine', ?, 'verify_email', ?, ?, 0, ?)`,
    member.userId,
    sha256('mine'),
    member.email,
    Date.now() + hour,
  )
  await page.goto('/auth/verify/mine')
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(700)
  await expect(modal).toHaveCount(0)
  await page.getByRole('button', { name: 'Verify my email' }).click()
  await expect(modal).toBeVisible()
})

test('the bell counts anew after the last step, on the page as it is', async ({ browser }) => {
  const { page, modal, member } = await newcomer(browser)
  await query(
    site,
    `insert into notification_channels (user_id, kind, channel, is_enabled)
      values (?, 'achievement', 'in_app', 1)`,
    member.userId,
  )
  const bell = page.locator('[data-bell]')
  await page.goto('/')
  await button(modal, 'Start').click()
  await button(modal, 'Continue').click()
  await expect(button(modal, 'Finish')).toBeEnabled()
  await expect(bell).toHaveAccessibleName('Notifications')
  const loadedAt = await page.evaluate(() => performance.timeOrigin)
  // The first steps are an achievement.
  await button(modal, 'Finish').click()
  await expect(modal).toHaveCount(0)
  await expect(bell).toHaveAccessibleName('1 unread notification')
  await expect(bell.locator('[data-unread-count]')).toHaveText('1')
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
})

test('who logs in after another at the same browser is met anew', async ({ browser }) => {
  const { page } = await openMember(site, browser)
  const modal = page.locator('dialog.onboarding')
  const second = await openMember(site, browser)
  await query(site, `update users set interface_language = 'en', is_marketing = 1`)
  await page.goto('/faq')
  await expect(modal.getByRole('heading', { name: 'Who do you watch?' })).toBeVisible()
  await button(modal, 'Skip').click()
  await expect(modal).toHaveCount(0)
  await page
    .locator('[data-logout]')
    .first()
    .evaluate((one) => (one as HTMLElement).click())
  await page.waitForURL(`${site.url}/`)
  await page.goto('/login?next=%2Fevents')
  await logIn(page, second.username)
  await page.waitForURL(`${site.url}/events`)
  await expect(modal).toBeVisible()
})

/** Whether a person sees it: nothing lies over its middle. */
function isOnTop(element: Locator): Promise<boolean> {
  return element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
}

for (const width of [390, 1280]) {
  test(`a toast that stood before the modal stays over it and outlives it at ${width} px`, async ({
    browser,
  }) => {
    const { page, modal } = await newcomer(browser, { width })
    await page.route('**/toggle_follow', (route) => route.fulfill({ status: 500 }))
    await page.goto('/streamers')
    await page.locator('[data-follow]:visible').first().click()
    const toast = page.locator('.toast').first()
    await expect(toast).toBeVisible()
    await expect(modal).toBeVisible()
    await expect.poll(() => isOnTop(toast)).toBe(true)
    expect(await isOnTop(button(modal, 'Start'))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(modal).toHaveCount(0)
    await expect(toast).toBeVisible()
  })
}

test('rewards wait until the modal is closed', async ({ browser }) => {
  const { member, page, modal } = await newcomer(browser, { width: 390 })
  const startAt = Date.now() + day
  const { id } = await createEvent(site, { startAt, endAt: startAt + hour })
  const hyped = await fetch(`${site.url}/api/v1/events/${id}/toggle_hype`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${member.token}` },
  })
  expect(hyped.status).toBe(200)
  await page.goto('/')
  await expect(modal).toBeVisible()
  await page.waitForLoadState('networkidle')
  const card = page.locator('.reward', { hasText: 'First spark' })
  await expect(card).toHaveCount(0)
  await button(modal, 'Skip').click()
  await expect(card).toBeVisible()
})
