import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { query } from '#tests/support/factories/members.ts'
import type { TestSite } from './site.ts'
import { joinSite } from './visitors.ts'

/** Signed in, on a page that is to be opened yet; the cookie notice is answered. */
export async function newProfileMember(site: TestSite, browser: Browser) {
  const member = await joinSite(site, browser)
  await query(
    site,
    `update users set interface_language = 'en' where username = ?`,
    member.username,
  )
  await member.context.addInitScript(() =>
    localStorage.setItem('consent', `necessary ${new Date().toISOString().slice(0, 10)}`),
  )
  return member
}

export async function visitProfile(page: Page, path = '/profile'): Promise<void> {
  await page.goto(path)
  // Each section is alive once its own script has run.
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
}

export function section(page: Page, name: string): Locator {
  return page.getByRole('region', { name, exact: true })
}

export function expectToast(page: Page, text: string): Promise<void> {
  return expect(page.locator('.toast').filter({ hasText: text }).first()).toBeVisible()
}
