import { expect, type Page } from '@playwright/test'
import { insertAccount, insertStreamer } from '#tests/support/factories/directory.ts'
import { password } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { axeFaults } from '#tests/browser/axe.ts'
import { test } from '#tests/browser/test.ts'
import { startFakeOAuth, type FakeOAuth } from '#tests/support/fakes/fake-oauth.ts'
import { openMemberWithConsent, section } from '#tests/support/drivers/profile.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'
import { countOf, openVisitor } from '#tests/support/drivers/visitors.ts'

/** More than the step suggests, so that those placed last are not among its cards. */
const suggested = 16

let site: TestSite
let twitch: FakeOAuth
let nicheId: number
test.beforeAll(async () => {
  twitch = await startFakeOAuth('twitch')
  site = await startTestSite({ hasOnboarding: true, vars: twitch.vars })
  for (let number = 1; number <= suggested; number += 1) await insertChannel(`Popular ${number}`)
  await query(site, 'update streamers set follow_count = 9')
  await insertChannel('Niche 1')
  nicheId = await insertChannel('Niche 2')
})
test.afterAll(async () => {
  await site.close()
  await twitch.close()
})
test.beforeEach(() => {
  twitch.isWilling = true
  twitch.faults.clear()
})

async function insertChannel(name: string): Promise<number> {
  const id = await insertStreamer(site, name)
  await insertAccount(site, id, loginOf(name))
  return id
}

const loginOf = (name: string) => name.toLowerCase().replace(' ', '_')

/** Person at Twitch, and their follows: one more channel is unknown here. */
function followOnTwitch(who: string, ...names: string[]): void {
  const logins = [...names.map(loginOf), 'unheard_of']
  const channel = who.replaceAll('-', '_')
  twitch.person = { sub: who, email: `${who}@example.com`, email_verified: true, channel }
  twitch.follows.followed.set(
    who,
    logins.map((login, index) => ({ id: `9${index}`, login })),
  )
}

function partsOf(page: Page) {
  const modal = page.locator('dialog.onboarding')
  const button = (name: string | RegExp) => modal.getByRole('button', { name, exact: true })
  return { modal, button, begin: button('Import from Twitch') }
}

/** By the username, or the name at the provider that they came by: their username is another. */
const isThem = `? in (users.username,
  (select name from identities where identities.user_id = users.id))`
const ofMember = (what: string) => `select count(*) as found from ${what} one
  join users on users.id = one.user_id where ${isThem}`
const followsOf = (username: string) => countOf(site, ofMember('streamer_follows'), username)
const identitiesOf = (username: string) => countOf(site, ofMember('identities'), username)

async function expectFinished(page: Page, username: string): Promise<void> {
  const { modal, button } = partsOf(page)
  await button('Continue').click()
  await button('Finish').click()
  await expect(modal).toHaveCount(0)
  const finished = `select count(onboarded_at) as found from users where ${isThem}`
  expect(await countOf(site, finished, username)).toBe(1)
}

test('a newcomer by Twitch imports in the first step, by way of Twitch and without', async ({
  browser,
}) => {
  const { page } = await openVisitor(site, browser)
  const { modal, button, begin } = partsOf(page)
  const username = `came_by_twitch_${process.pid}`
  followOnTwitch(username, 'Popular 3', 'Niche 1', 'Niche 2')
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Only what’s needed' }).click()
  await page.getByRole('button', { name: /^Continue with Twitch/ }).click()
  await page.waitForURL(`${site.url}/`)
  await button('Start').click()
  await expect(modal.getByText('0 selected')).toBeVisible()
  await expect(modal.locator('.onboarding-card')).toHaveCount(suggested)
  await expect(button(/^Niche/)).toHaveCount(0)

  // Sign-up asked for no leave to read follows: Twitch does, and leads back to this step.
  await begin.click()
  await expect(modal.getByRole('heading', { name: 'Channels you follow on Twitch' })).toBeFocused()
  expect(page.url()).toBe(`${site.url}/`)
  await expect(modal.getByRole('heading', { name: 'Who do you watch?' })).toBeVisible()
  await expect(modal.getByText('And 1 channel that isn’t on Hypecal.')).toBeVisible()
  await expect(modal.getByRole('checkbox', { checked: true })).toHaveCount(3)
  expect([await followsOf(username), await axeFaults(page, '.onboarding')]).toEqual([0, []])

  await modal.getByRole('checkbox', { name: 'Niche 2' }).uncheck()
  await button('Follow 2 channels').click()
  await expect(modal.getByText('You’re following 2 more streamers.')).toBeVisible()
  await expect(modal.getByText('2 selected')).toBeVisible()
  for (const name of [/^Popular 3 /, /^Niche 1 /]) {
    await expect(button(name)).toHaveAttribute('aria-pressed', 'true')
  }
  expect(await followsOf(username)).toBe(2)

  // An imported follow can be taken back like any other.
  await button(/^Niche 1 /).click()
  await expect(modal.getByText('1 selected')).toBeVisible()
  expect(await followsOf(username)).toBe(1)

  // The leave stands: the list opens where it is.
  const loadedAt = await page.evaluate(() => performance.timeOrigin)
  await begin.click()
  await button('Follow 2 channels').click()
  await expect(modal.getByText('3 selected')).toBeVisible()
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
  await button('Continue').click()
  await button('Back').click()
  await expect(modal.getByText('3 selected')).toBeVisible()
  await expectFinished(page, username)
  expect(await followsOf(username)).toBe(3)
})

test('a refusal by Twitch changes nothing, and the step goes on', async ({ browser }) => {
  const { page, username } = await openMemberWithConsent(site, browser)
  const { modal, button, begin } = partsOf(page)
  await query(site, 'update users set email_verified_at = 1 where username = ?', username)
  followOnTwitch(username, 'Popular 1')
  twitch.isWilling = false
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.frame().url()} ${request.url()}`))
  await page.goto('/games')
  await button('Start').click()
  await begin.click()
  await expect(page.getByText('You didn’t give permission')).toBeVisible()

  // Nothing opens over what is said there.
  await page.waitForLoadState('networkidle')
  const there = asked.filter((call) => /^\S+\/callback\S* /.test(call))
  expect(there.some((call) => call.endsWith('/twitch/connect'))).toBe(true)
  await expect(modal).toBeHidden()
  await page.getByRole('link', { name: 'Go back without importing' }).click()
  await expect(modal.getByText('Twitch didn’t let us see who you follow')).toBeVisible()
  expect(page.url()).toBe(`${site.url}/games`)
  await expect(modal.getByRole('heading', { name: 'Who do you watch?' })).toBeVisible()
  expect([await followsOf(username), await identitiesOf(username)]).toEqual([0, 0])

  // The person says yes, but Twitch does not answer.
  twitch.isWilling = true
  twitch.faults.set('/helix/channels/followed', { status: 500, body: '{}' })
  await begin.click()
  await expect(modal.getByText('Twitch isn’t responding.')).toBeVisible()
  await expect(begin).toBeEnabled()
  await expect(modal.getByText('0 selected')).toBeVisible()
  await button(/^Popular 2 /).click()
  await expect(modal.getByText('1 selected')).toBeVisible()
  await expectFinished(page, username)
  expect([await followsOf(username), await identitiesOf(username)]).toEqual([1, 1])
})

test('the way back from Twitch leads to the step, also on the page that imports itself', async ({
  browser,
}) => {
  const { page, username } = await openMemberWithConsent(site, browser)
  const { modal, button } = partsOf(page)
  await query(site, 'update users set email_verified_at = 1 where username = ?', username)
  followOnTwitch(username, 'Niche 1')
  await page.goto('/profile/following')
  await modal.getByText('Change').click()
  await modal.getByLabel('Language').selectOption('es')
  await button('Start').click()
  await button('Importar de Twitch').click()
  await page.waitForURL(`${site.url}/es/profile/following`)
  await expect(modal.getByRole('heading', { name: '¿A quién sueles ver?' })).toBeVisible()
  await expect(modal.getByRole('checkbox', { name: 'Niche 1' })).toBeChecked()
  await expect(section(page, 'Siguiendo').getByRole('checkbox')).toHaveCount(0)
  await button('Seguir 1 canal').click()
  await expect(button(/^Niche 1 /)).toHaveAttribute('aria-pressed', 'true')
  expect(await followsOf(username)).toBe(1)

  // The page underneath lists whom they follow, and is loaded again for it.
  await button('Continuar').click()
  await button('Terminar').click()
  await expect(section(page, 'Siguiendo').getByRole('switch', { name: 'Niche 1' })).toBeVisible()
})

test('who has to show who they are first keeps the step when they give up', async ({ browser }) => {
  const { page, username } = await openMemberWithConsent(site, browser)
  const { modal, begin, button } = partsOf(page)
  const changes = 'email_verified_at = 1, is_marketing = 0'
  await query(site, `update users set ${changes} where username = ?`, username)
  const theirs = '(select id from users where username = ?)'
  await query(site, `update sessions set created_at = 1 where user_id = ${theirs}`, username)
  followOnTwitch(username, 'Niche 2')
  const path = `/streamers/${nicheId}`
  await page.goto(path)
  await begin.click()
  const asking = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(asking).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(asking).toHaveCount(0)
  await expect(modal).toBeVisible()
  await begin.click()
  await asking.getByLabel('Current password').fill(password)
  await asking.getByRole('button', { name: 'Continue' }).click()
  await button('Follow 1 channel').click()
  await expect(modal.getByText('1 selected')).toBeVisible()
  expect([page.url(), await followsOf(username)]).toEqual([site.url + path, 1])
  // The page underneath shows it too.
  const follow = page.locator(`[data-follow="streamer-${nicheId}"]`).first()
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
})

for (const [width, height, consent] of [
  [390, 844, 'given'],
  [390, 664, 'given'],
  [390, 844, 'open'],
  [1280, 800, 'given'],
  [1280, 800, 'open'],
] as const) {
  test(`the step's title and buttons stay within reach at ${width} by ${height}, consent ${consent}`, async ({
    browser,
  }) => {
    const { page, username } = await openMemberWithConsent(site, browser)
    if (consent === 'open') await page.addInitScript(() => localStorage.removeItem('consent'))
    const { button, begin } = partsOf(page)
    await page.setViewportSize({ width, height })
    const changes = 'email_verified_at = 1, is_marketing = 0'
    await query(site, `update users set ${changes} where username = ?`, username)
    const numbers = Array.from({ length: suggested }, (_, index) => index + 1)
    followOnTwitch(username, ...numbers.map((number) => `Popular ${number}`))
    await page.goto('/faq')
    await begin.click()
    // Seen without scrolling, for Continue alone would follow nobody.
    const follow = button(`Follow ${suggested} channels`)
    await expect(follow).toBeInViewport({ ratio: 1 })
    await follow.click({ trial: true, timeout: 1000 })
    await follow.click()
    // The toast about the points limit lies over the modal but not over its buttons.
    await expect(page.locator('.toast').filter({ hasText: 'maximum XP' })).toBeVisible()
    for (const name of ['Skip', 'Continue'])
      await button(name).click({ trial: true, timeout: 1000 })
    // A low screen has no room for both.
    const heading = page.locator('.onboarding').getByRole('heading')
    if (height > 700) await heading.click({ trial: true, timeout: 1000 })
    await expect(page.locator('.toast').filter({ hasText: 'maximum XP' })).toBeVisible()
  })
}
