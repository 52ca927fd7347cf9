import {
  expect,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test'
import {
  createMember,
  createRefreshToken,
  createSession,
  findMember,
  password,
  type Member,
  type MemberOptions,
  type Session,
} from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import type { TestSite } from './site.ts'
import { waitFor } from './worker.ts'

export type Visitor = { context: BrowserContext; page: Page }
type SignedInVisitor = Visitor & Member

export async function openVisitor(site: TestSite, browser: Browser): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  return { context, page: await context.newPage() }
}

/** A new member, signed in by a session of their own, with the address still to be verified. */
export async function openMember(
  site: TestSite,
  browser: Browser,
  options: MemberOptions = {},
): Promise<SignedInVisitor> {
  const member = await createMember(site, { isVerified: false, hasPassword: true, ...options })
  const visitor = await openVisitor(site, browser)
  await setSessionCookies(site, visitor.context, member)
  return { ...member, ...visitor }
}

/** Opens a session for somebody, with the cookies that a login would set. */
export async function signIn(
  site: TestSite,
  context: BrowserContext,
  username: string,
): Promise<void> {
  const session = await createSession(site, await findMember(site, username))
  await setSessionCookies(site, context, session)
}

export async function setSessionCookies(
  site: TestSite,
  context: BrowserContext,
  { sessionId, token }: Session,
): Promise<void> {
  const refreshToken = await createRefreshToken(site, sessionId)
  await context.addCookies([
    { name: 'access_token', value: token, url: site.url },
    { name: 'refresh_token', value: refreshToken, url: site.url, httpOnly: true },
  ])
}

/** An island takes over what the server wrote only once the page has time for it. */
export async function waitForHydration(page: Page, button: string): Promise<void> {
  const has = page.getByRole('button', { name: button })
  await expect(has.first()).toBeVisible()
  await expect(page.locator('astro-island[ssr]', { has })).toHaveCount(0)
}

async function fillLogin(page: Page, username: string, secret: string): Promise<Locator> {
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password').fill(secret)
  return page.locator('main').getByRole('button', { name: 'Log in', exact: true })
}

export async function logIn(page: Page, username: string, secret = password): Promise<void> {
  const button = await fillLogin(page, username, secret)
  await button.click()
}

/** A key pressed before the form's script is there is the browser's alone. */
export async function logInByKeyboard(page: Page, username: string): Promise<void> {
  await expect(await fillLogin(page, username, password)).toBeEnabled()
  await page.keyboard.press('Enter')
}

/** Sessions end as if by an administrator or another device: the browser knows nothing of it. */
export function endSessions(site: TestSite, username: string): Promise<unknown> {
  return query(
    site,
    'update sessions set revoked_at = 1 where user_id = (select id from users where username = ?)',
    username,
  )
}

export async function mailedLink(site: TestSite, email: string, kind: string): Promise<string> {
  const pattern = new RegExp(`http://\\S+/auth/${kind}/\\S+`)
  return waitFor(async () => {
    const mails = await site.mails(email)
    return mails.map(({ text }) => pattern.exec(text)?.[0]).find((link) => link !== undefined)
  }, `a ${kind} link for ${email}`)
}

export async function countOf(
  site: TestSite,
  statement: string,
  ...args: string[]
): Promise<number> {
  const [row] = await query<{ found: number }>(site, statement, ...args)
  return row?.found ?? 0
}

export function membersNamed(site: TestSite, username: string): Promise<number> {
  return countOf(site, 'select count(*) as found from users where username = ?', username)
}
