import { test as base, type Browser, type Page } from '@playwright/test'
import { isHeld } from '#tests/support/drivers/held-scripts.ts'
import { startTestSite, type SiteOptions, type TestSite } from '#tests/support/drivers/site.ts'

/** A page loads its scripts once it was painted, which may be after its load event. */
export async function waitForScripts(page: Page): Promise<void> {
  if (isHeld(page)) return
  await page.waitForFunction(
    () => matchMedia('(scripting: none)').matches || !document.querySelector('script[data-src]'),
  )
}

function waitAfterNavigations(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (url, options) => {
    // Scripts that are asked for before the load event delay it, and held ones never come.
    const response = await goto(
      url,
      isHeld(page) ? { waitUntil: 'domcontentloaded', ...options } : options,
    )
    await waitForScripts(page)
    return response
  }
  page.reload = async (...args) => {
    const response = await reload(...args)
    await waitForScripts(page)
    return response
  }
}

const prepared = new WeakSet<Browser>()

/** Pages of all contexts answer as soon as they were opened. */
function prepare(browser: Browser): void {
  if (prepared.has(browser)) return
  prepared.add(browser)
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.on('page', waitAfterNavigations)
    return context
  }
}

export const test = base.extend<{ tidy: void }>({
  /** Leaves no page open: one goes on working and slows what comes after. */
  tidy: [
    async ({ browser }, use) => {
      await use()
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
  browser: [
    async ({ browser }, use) => {
      prepare(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],
})

/** The site of a file's tests, there from before the first of them until after the last. */
export function useSite(options?: SiteOptions): TestSite {
  const site = {} as TestSite
  test.beforeAll(async () => {
    Object.assign(site, await startTestSite(options))
  })
  test.afterAll(() => site.close())
  return site
}
