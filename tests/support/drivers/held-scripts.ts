import type { Page } from '@playwright/test'

const held = new WeakSet<Page>()

/** Whether the page’s scripts are held back. */
export function isHeld(page: Page): boolean {
  return held.has(page)
}

/** The page is as the server wrote it until the returned function lets the scripts in. */
export async function holdScripts(page: Page): Promise<() => void> {
  let letIn = () => undefined as void
  const isAllowed = new Promise<void>((resolve) => (letIn = resolve))
  held.add(page)
  await page.route('**/*.js', async (route) => {
    await isAllowed
    // The page that asked may be gone.
    await route.continue().catch(() => undefined)
  })
  return () => {
    held.delete(page)
    letIn()
  }
}
