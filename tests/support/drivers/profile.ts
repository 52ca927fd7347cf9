import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import type { MemberOptions } from '#tests/support/factories/members.ts'
import type { TestSite } from './site.ts'
import { openMember } from './visitors.ts'

/** A member who has answered the cookie notice. */
export async function openMemberWithConsent(
  site: TestSite,
  browser: Browser,
  options: MemberOptions = {},
) {
  const member = await openMember(site, browser, options)
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
