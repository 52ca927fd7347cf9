import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { m } from '#messages'
import type { Locale } from '#worker/contracts/locale.ts'
import { insertAccount, insertStreamer } from '#tests/support/factories/directory.ts'
import { type MemberOptions, createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { waitForHydration } from '#tests/support/drivers/visitors.ts'
import { createEvent } from '#tests/support/factories/events.ts'

const site = useSite()

type View = { locale?: string; width?: number }

/** A member who is signed in already, in a browser of their own. */
async function enter(
  browser: Browser,
  facts: MemberOptions,
  { locale = 'en-GB', width = 1280 }: View = {},
) {
  const member = await createMember(site, facts)
  const context = await browser.newContext({
    baseURL: site.url,
    locale,
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    viewport: { width, height: 844 },
  })
  await context.addCookies([{ name: 'access_token', value: member.token, url: site.url }])
  return { ...member, context, page: await context.newPage() }
}

async function openPanel(browser: Browser, view: View = {}): Promise<Page> {
  const { page } = await enter(browser, { role: 'moderator' }, view)
  await page.goto('/admin/panel')
  await expect(page.locator('fieldset.proposals:enabled')).toBeVisible()
  return page
}

async function createProposal(name: string, proposerId: number): Promise<number> {
  const startAt = Date.now() + 3 * day
  const { id } = await createEvent(site, {
    name,
    slug: name.toLowerCase().replaceAll(' ', '-'),
    streamingAccountName: name.toLowerCase().replaceAll(' ', '_'),
    startAt,
    endAt: startAt + day / 8,
    category: 'music',
    proofUrl: 'https://example.com/proof',
    status: 'pending',
    approvedAt: null,
    proposerId,
    createdAt: Date.now(),
    updatedAt: Date.now(),
  })
  return id
}

async function statusOf(id: number) {
  const [row] = await query<{ status: string; approve_at: number | null }>(
    site,
    'select status, approve_at from events where id = ?',
    id,
  )
  return row
}

function rowOf(page: Page, name: string): Locator {
  return page.locator('.proposals-list > li').filter({ hasText: name })
}

/** Opens a proposal beside the list. */
async function openProposal(page: Page, name: string): Promise<Locator> {
  const row = rowOf(page, name)
  await row
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click()
  await expect(row.getByRole('heading', { name: new RegExp(name) })).toBeVisible()
  return row
}

/** The server's answer to an act: the panel shows an act before it is stored. */
function answerTo(page: Page, act: string) {
  return page.waitForResponse((response) => response.url().endsWith(`/${act}`))
}

/** Folded on a phone. */
async function showFilters(panel: Page): Promise<void> {
  const fold = panel.locator('.proposals-toolbar > .admin-fold:not([open]) > summary')
  if (await fold.isVisible()) await fold.click()
}

async function search(panel: Page, q: string): Promise<void> {
  await showFilters(panel)
  const answer = panel.waitForResponse(/admin\/proposals\?/)
  await panel.getByLabel('Search proposals').fill(q)
  await answer
  await expect(panel.locator('.proposals-list')).toHaveAttribute('aria-busy', 'false')
  await panel.getByLabel('Search proposals').blur()
}

function localDay(at: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(at)
}

type Sent = { name: string; account: string; locale: Locale; isOwn?: boolean }

/** Through the wizard to the end, in the page's language. */
async function propose(
  page: Page,
  { name, account, locale, isOwn = false }: Sent,
): Promise<Locator> {
  const said = { locale }
  await page
    .getByRole('button', { name: m.nav_propose({}, said) })
    .first()
    .click()
  const wizard = page.getByRole('dialog')
  const next = () => wizard.getByRole('button', { name: m.propose_next({}, said) }).click()
  const field = (label: string) => wizard.getByLabel(label, { exact: true })
  await field(m.propose_link({}, said)).fill(`twitch.tv/${account}`)
  await expect(field(m.propose_account({}, said))).toHaveValue(account)
  if (isOwn) await expect(wizard.getByText(m.propose_own_account({}, said))).toBeVisible()
  await next()
  await field(m.propose_name({}, said)).fill(name)
  await field(m.propose_category({}, said)).selectOption('music')
  await next()
  for (const [label, value] of [
    [m.propose_start_date, localDay(Date.now() + 4 * day)],
    [m.propose_start_time, '20:00'],
    [m.propose_end_date, localDay(Date.now() + 4 * day)],
    [m.propose_end_time, '23:00'],
  ] as const) {
    await field(label({}, said)).fill(value)
  }
  await next()
  const proof = field(m.propose_proof({}, said))
  if (isOwn) await expect(proof).toBeHidden()
  else await proof.fill('https://example.com/annonce')
  const send = isOwn ? m.propose_publish : m.propose_send
  await wizard.getByRole('button', { name: send({}, said), exact: true }).click()
  return wizard
}

test('a proposal made in French reaches the home page in French', async ({ browser }) => {
  const { page } = await enter(browser, { language: 'fr' }, { locale: 'fr-FR' })
  const name = 'La Nuit des Mille Notes'
  await page.goto('/fr')
  const wizard = await propose(page, { name, account: 'mille_notes', locale: 'fr' })
  await expect(wizard.getByText('Proposition envoyée')).toBeVisible()

  const panel = await openPanel(browser)
  await panel.getByLabel('Approve after').selectOption({ label: 'No delay' })
  const approved = answerTo(panel, 'approve')
  const proposal = await openProposal(panel, name)
  await proposal.getByRole('button', { name: 'Approve', exact: true }).click()
  expect((await approved).ok()).toBe(true)
  await page.goto('/fr')
  await expect(page.getByRole('link', { name }).first()).toBeVisible()
})

test('a streamer’s own event is online at once, and can be called off', async ({ browser }) => {
  const { page, userId } = await enter(browser, {})
  const name = 'My Own Marathon'
  const streamer = await insertStreamer(site, 'Own', userId)
  await insertAccount(site, streamer, 'own_channel', { isVerified: true })
  await page.goto('/events')
  const wizard = await propose(page, { name, account: 'own_channel', locale: 'en', isOwn: true })
  await wizard.getByRole('link', { name: 'See the event' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)

  await page.goto('/profile/proposals')
  await waitForHydration(page, 'Cancel event')
  await page.getByRole('button', { name: 'Cancel event' }).click()
  await page.getByLabel('Why? (optional)').fill('A power cut')
  const cancelled = answerTo(page, 'cancel')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel event' }).click()
  expect((await cancelled).ok()).toBe(true)
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Canceled')
})

test('a pending proposal is taken back, after one question', async ({ browser }) => {
  const { page, userId } = await enter(browser, {})
  const id = await createProposal('The Premature Gala', userId)
  await page.goto('/profile/proposals')
  await waitForHydration(page, 'Withdraw')
  const mine = page.getByRole('listitem').filter({ hasText: 'The Premature Gala' })
  await mine.getByRole('button', { name: 'Withdraw' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw “The Premature Gala”?' })
  await dialog.getByRole('button', { name: 'Keep proposal' }).click()
  await expect(dialog).toBeHidden()
  expect(await statusOf(id)).toMatchObject({ status: 'pending' })

  await mine.getByRole('button', { name: 'Withdraw' }).click()
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(mine).toContainText('Withdrawn')
  await expect(mine.getByRole('button')).toHaveCount(0)
  expect(await statusOf(id)).toMatchObject({ status: 'disabled' })
})

test('a rejection is read, mended, sent again and approved, by keyboard and on a phone', async ({
  browser,
}) => {
  const { page, userId } = await enter(browser, {})
  const id = await createProposal('The Unproved Gala', userId)
  const panel = await openPanel(browser, { width: 390 })
  await search(panel, 'unproved')
  await panel.keyboard.press('j')
  await panel.keyboard.press('r')
  await panel.keyboard.press('3')
  await expect(panel.getByRole('radio', { name: /proof doesn’t confirm/ })).toBeChecked()
  const rejected = answerTo(panel, 'reject')
  await panel.getByRole('dialog').getByRole('button', { name: 'Reject' }).focus()
  await panel.keyboard.press('Enter')
  expect((await rejected).ok()).toBe(true)
  expect(await axeFaults(panel)).toEqual([])

  await page.goto('/profile/proposals')
  await expect(page.locator('.proposal-reason')).toContainText(
    'The proof doesn’t confirm this event',
  )
  await waitForHydration(page, 'Edit and resubmit')
  await page.getByRole('button', { name: 'Edit and resubmit' }).click()
  const wizard = page.getByRole('dialog')
  await wizard.getByText('Proof and notes').click()
  await wizard.getByLabel('Proof').fill('https://example.com/a-better-proof')
  await wizard.getByRole('button', { name: 'Resubmit for review' }).click()
  await expect(wizard.getByText('Proposal submitted')).toBeVisible()
  expect((await statusOf(id))?.status).toBe('pending')

  await panel.goto('/admin/panel?q=unproved')
  await expect(panel.locator('fieldset.proposals:enabled')).toBeVisible()
  await expect(panel.getByText('Proof: example.com')).toBeVisible()
  await panel.keyboard.press('j')
  const approved = answerTo(panel, 'approve')
  await panel.keyboard.press('a')
  expect((await approved).ok()).toBe(true)
  await site.minute(Date.now() + 2 * 60_000)
  expect((await statusOf(id))?.status).toBe('approved')
})

test('an approval cancelled in its last second is none', async ({ browser }) => {
  const { userId } = await createMember(site)
  const id = await createProposal('The Last Second', userId)
  const panel = await openPanel(browser)
  const card = await openProposal(panel, 'The Last Second')
  const approved = answerTo(panel, 'approve')
  await card.getByRole('button', { name: 'Approve', exact: true }).click()
  await approved
  await expect(panel.locator('.toasts')).toContainText(
    '“The Last Second” will be published in 1 min.',
  )
  const due = (await statusOf(id))?.approve_at ?? 0
  await panel.context().setExtraHTTPHeaders({ 'X-Test-Now': String(due - 1000) })
  const cancelled = answerTo(panel, 'cancel_approval')
  await card.getByRole('button', { name: 'Cancel approval' }).click()
  expect((await cancelled).ok()).toBe(true)
  await site.minute(due)
  await site.minute(due + 60_000)
  expect(await statusOf(id)).toEqual({ status: 'pending', approve_at: null })
})

test('of two moderators who race, the second hears who was first', async ({ browser }) => {
  const { userId } = await createMember(site)
  const id = await createProposal('The Contested Cup', userId)
  const [first, second] = [await openPanel(browser), await openPanel(browser)]
  await first.getByLabel('Approve after').selectOption({ label: 'No delay' })
  const approved = answerTo(first, 'approve')
  const proposal = await openProposal(first, 'The Contested Cup')
  await proposal.getByRole('button', { name: 'Approve', exact: true }).click()
  await approved
  const card = await openProposal(second, 'The Contested Cup')
  await card.getByRole('button', { name: 'Reject' }).click()
  await second.getByRole('radio', { name: 'Spam' }).check()
  await second.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(second.getByText(/Already approved by member-\S+/)).toBeVisible()
  await expect(card.getByText('Approved', { exact: true }).first()).toBeVisible()
  expect((await statusOf(id))?.status).toBe('approved')
})

test('an act is taken back by a key, and many are decided at once', async ({ browser }) => {
  const { userId } = await createMember(site)
  const ids = [
    await createProposal('Spam Number One', userId),
    await createProposal('Spam Number Two', userId),
  ]
  const panel = await openPanel(browser)
  await search(panel, 'Spam Number')
  await expect(rowOf(panel, 'Spam Number')).toHaveCount(2)
  const proposal = await openProposal(panel, 'Spam Number One')
  const disabled = answerTo(panel, 'disable')
  await proposal.getByRole('button', { name: 'Disable' }).click()
  const dialog = panel.getByRole('dialog', { name: 'Disable “Spam Number One”?' })
  await dialog.getByLabel('Ground').selectOption({ label: 'Terms: spam or hidden advertising' })
  await dialog.getByLabel('What happened').fill('The page sells followers.')
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await disabled
  const enabled = answerTo(panel, 'enable')
  await expect(panel.getByRole('button', { name: 'Undo' })).toBeVisible()
  await panel.keyboard.press('u')
  await enabled
  await expect(panel.getByText('“Spam Number One” disabled.')).toHaveCount(0)
  await expect(panel.getByText('“Spam Number One” is pending again.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  expect((await statusOf(ids[0] ?? 0))?.status).toBe('pending')

  await panel.getByLabel('Select this page').check()
  const bulk = answerTo(panel, 'bulk')
  await panel
    .getByRole('group', { name: 'Actions for the selected proposals' })
    .getByRole('button', { name: 'Reject' })
    .click()
  await panel.getByRole('dialog').getByRole('radio', { name: 'Spam' }).check()
  await panel.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  expect((await bulk).ok()).toBe(true)
  for (const id of ids) expect((await statusOf(id))?.status).toBe('rejected')
})

test('a duplicate names the event it repeats, and the proposer gets its link', async ({
  browser,
}) => {
  const { page, userId, token } = await enter(browser, {})
  const startAt = Date.now() + 3 * day
  await createEvent(site, {
    name: 'The Grand Original',
    slug: 'the-grand-original',
    streamingAccountName: 'grand_repeat',
    startAt,
    endAt: startAt + day / 8,
  })
  const id = await createProposal('Grand Repeat', userId)
  const panel = await openPanel(browser)
  await search(panel, 'grand repeat')
  await panel.keyboard.press('r')
  const dialog = panel.getByRole('dialog')
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await panel.keyboard.press('1')
  await expect(dialog.getByRole('radio', { name: /The Grand Original/ })).toBeChecked()
  await panel.setViewportSize({ width: 390, height: 844 })
  await expect(dialog.getByRole('button', { name: 'Reject' })).toBeInViewport({ ratio: 1 })
  await panel.setViewportSize({ width: 1280, height: 800 })
  await expect(dialog.getByRole('button', { name: 'Reject' })).toBeInViewport({ ratio: 1 })
  await dialog.getByLabel('Another event').check()
  await dialog.getByLabel('Link to the event').fill('https://example.com/nothing')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByText('No event has this link')).toBeVisible()
  await dialog.getByLabel('Link to the event').fill(`${site.url}/fr/events/the-grand-original`)
  await dialog.getByLabel(/^Message/).fill('Same show, already listed.')
  const rejected = answerTo(panel, 'reject')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  expect((await rejected).ok()).toBe(true)
  expect((await statusOf(id))?.status).toBe('rejected')
  expect(token).not.toBe('')

  await page.goto('/profile/proposals')
  const mine = page.locator('.proposal-reason').filter({ hasText: 'Same show' })
  await expect(mine).toContainText('This event is already on the agenda — Same show')
  await expect(mine.getByRole('link', { name: 'The Grand Original' })).toHaveAttribute(
    'href',
    '/events/the-grand-original',
  )
})

test('ten proposals stand beside the open one, the count in tab and title, the keys behind ?', async ({
  browser,
}) => {
  const { userId } = await createMember(site)
  for (let index = 0; index < 12; index += 1) await createProposal(`Crowd ${index} Night`, userId)
  const panel = await openPanel(browser)
  await panel.setViewportSize({ width: 1280, height: 900 })
  await search(panel, 'Crowd')
  const rows = rowOf(panel, 'Crowd')
  await expect(rows).toHaveCount(12)
  const openers = panel.locator('.proposal-open')
  const bottoms = await openers.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().bottom),
  )
  expect(bottoms.filter((bottom) => bottom <= 900).length).toBeGreaterThanOrEqual(10)
  const detail = await panel.locator('.proposal-detail').boundingBox()
  const row = await openers.first().boundingBox()
  expect(detail?.x ?? 0).toBeGreaterThan((row?.x ?? 0) + (row?.width ?? 0) - 1)
  await expect(panel).toHaveTitle(/^\(\d+\) Event proposals/)
  await expect(panel.locator('[data-waiting-count]')).toBeVisible()
  await panel.keyboard.press('?')
  await expect(panel.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await panel.keyboard.press('Escape')
  expect(await axeFaults(panel)).toEqual([])
})

test('what was published without a moderator is marked as reviewed by a key, at any width', async ({
  browser,
}) => {
  for (const width of [390, 1280]) {
    const name = `Unseen gala ${width}`
    const { userId } = await createMember(site)
    const id = await createProposal(name, userId)
    await query(
      site,
      `update events set status = 'approved', approved_at = created_at where id = ?`,
      id,
    )
    const panel = await openPanel(browser, { width })
    await showFilters(panel)
    await panel.getByRole('button', { name: /^Unreviewed/ }).click()
    await search(panel, name)
    const row = await openProposal(panel, name)
    await expect(row.getByRole('button', { name: 'Mark as reviewed' })).toBeVisible()
    const answer = answerTo(panel, 'review')
    await panel.keyboard.press('v')
    expect((await answer).status()).toBe(200)
    const [reviewed] = await query<{ at: number | null }>(
      site,
      'select reviewed_at as at from events where id = ?',
      id,
    )
    expect(reviewed?.at).not.toBeNull()
  }
})

test('a moderator sees that another decides on their own proposal', async ({ browser }) => {
  const { page: panel, userId } = await enter(browser, { role: 'moderator' })
  const name = 'A gala of mine'
  await createProposal(name, userId)
  await createMember(site, { role: 'moderator' })
  await panel.goto('/admin/panel')
  await expect(panel.locator('fieldset.proposals:enabled')).toBeVisible()
  await search(panel, name)
  const row = await openProposal(panel, name)
  await expect(row.getByText('Another moderator decides on it.')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Approve' })).toHaveCount(0)
})

test('the sections of the panel stand in four groups, each with what waits in it', async ({
  browser,
}) => {
  const { page: panel, userId } = await enter(browser, { role: 'admin' })
  await createProposal('A gala that waits', userId)
  await panel.goto('/admin/panel/games')
  const sections = panel.getByRole('navigation', { name: 'Admin sections' })
  const names = sections.getByRole('link')
  await expect(names).toHaveText([
    ...[/Moderate\s*\d+/, 'Catalog', 'Event groups', 'Games', 'Streamers'],
    ...['Content', 'System'],
  ])
})
