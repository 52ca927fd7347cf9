import {
  expect,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test'
import type { TokensView } from '#worker/features/accounts/contract.ts'
import { query } from '#tests/support/factories/members.ts'
import type { TestSite } from './site.ts'
import { waitFor } from './worker.ts'

export const password = 'correct horse battery'

export type Visitor = { context: BrowserContext; page: Page }
type Person = Visitor & { username: string; email: string }

export async function openVisitor(site: TestSite, browser: Browser): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  return { context, page: await context.newPage() }
}

let count = 0

/** A member, signed in by the cookies that login would have set. */
export async function joinSite(site: TestSite, browser: Browser): Promise<Person> {
  count += 1
  const username = `visitor-${process.pid}-${count}`
  const email = `${username}@example.com`
  await fetch(`${site.url}/api/v1/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Accept-Language': 'en' },
    body: JSON.stringify({ name: username, email, password }),
  })
  const person = { ...(await openVisitor(site, browser)), username, email }
  await signIn(site, person)
  return person
}

/** The cookies of a login, with the access token given in place of its own. */
export async function signIn(
  site: TestSite,
  { context, username }: Pick<Person, 'context' | 'username'>,
  accessToken?: string,
): Promise<void> {
  const answer = await fetch(`${site.url}/api/v1/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  })
  const tokens = (await answer.json()) as TokensView
  await context.addCookies([
    { name: 'access_token', value: accessToken ?? tokens.access_token, url: site.url },
    { name: 'refresh_token', value: tokens.refresh_token, url: site.url, httpOnly: true },
  ])
}

/** The page is as the server wrote it until the scripts are let in by what this answers with. */
export async function holdScripts(page: Page): Promise<() => void> {
  let letIn = () => undefined as void
  const isAllowed = new Promise<void>((resolve) => (letIn = resolve))
  await page.route('**/*.js', async (route) => {
    await isAllowed
    // The page that asked may be gone.
    await route.continue().catch(() => undefined)
  })
  return letIn
}

/** An island takes over what the server wrote only once the page has time for it. */
export async function waitForHydration(page: Page, button: string): Promise<void> {
  const has = page.getByRole('button', { name: button })
  await expect(has.first()).toBeVisible()
  await expect(page.locator('astro-island[ssr]', { has })).toHaveCount(0)
}

async function fillLogin(page: Page, username: string, secret: string): Promise<Locator> {
  await page.getByLabel('Username or e-mail').fill(username)
  await page.getByLabel('Password').fill(secret)
  return page.locator('main').getByRole('button', { name: 'Log in' })
}

export async function logIn(page: Page, username: string, secret = password): Promise<void> {
  const button = await fillLogin(page, username, secret)
  await button.click()
}

/** A key pressed before the form's script is there is the browser's alone. */
export async function logInByKeyboard(page: Page, username: string, secret: string): Promise<void> {
  await expect(await fillLogin(page, username, secret)).toBeEnabled()
  await page.keyboard.press('Enter')
}

/** As an administrator or another device would: the browser knows nothing of it. */
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
