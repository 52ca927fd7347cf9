import { test as base } from '@playwright/test'

/** The runner's own test, which leaves no page open: one goes on working and slows what comes after. */
export const test = base.extend<{ tidy: void }>({
  tidy: [
    async ({ browser }, use) => {
      await use()
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})
