import { expect, type Locator } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { setSessionCookies } from '#tests/support/drivers/visitors.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { createMember, createSession } from '#tests/support/factories/members.ts'

const site = useSite()

/** Places in the page of a button and of all that is shown around it. */
function boxesAround(button: Locator): Promise<number[][]> {
  return button.evaluate((one) => {
    const row = one.closest('li, article, section')!
    return [one, ...row.querySelectorAll('*:not(.hype *)')].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect()
      return [x, y + scrollY, width, height].map(Math.round)
    })
  })
}

/** Presses at once, so that what it starts is still there to be measured; answers milliseconds. */
function pressAndMeasure(button: Locator): Promise<number[]> {
  return button.evaluate((one: HTMLElement) => {
    one.click()
    return one
      .getAnimations({ subtree: true })
      .filter((animation) => animation instanceof CSSAnimation)
      .map(({ effect }) => Number(effect?.getComputedTiming().duration))
  })
}

for (const [width, motion, hypeCount] of [
  [390, 'no-preference', 9],
  [1280, 'no-preference', 99],
  [1280, 'reduce', 9],
] as const) {
  test(`a hype on ${hypeCount} is felt and moves nothing at ${width} px, motion: ${motion}`, async ({
    browser,
  }) => {
    const { id } = await createEvent(site, { startAt: Date.now() + 2 * day, hypeCount })
    const context = await browser.newContext({
      ...{ baseURL: site.url, reducedMotion: motion, viewport: { width, height: 844 } },
    })
    await setSessionCookies(site, context, await createSession(site, await createMember(site)))
    const page = await context.newPage()
    await page.goto('/events')
    await page.waitForLoadState('networkidle')
    const button = page.locator(`main [data-hype-event="${id}"]`).first()
    const count = button.locator('[data-hype-count]')
    const off = await boxesAround(button)
    const durations = await pressAndMeasure(button)
    expect(durations.length).toBeGreaterThanOrEqual(3)
    expect(Math.max(...durations)).toBeLessThanOrEqual(motion === 'reduce' ? 1 : 200)
    await expect(count).toHaveText(String(hypeCount + 1))
    await page.waitForTimeout(300)
    expect(await boxesAround(button)).toEqual(off)
    // Taken back it goes without a show.
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    expect(await pressAndMeasure(button)).toEqual([])
    await expect(count).toHaveText(String(hypeCount))
    expect(await boxesAround(button)).toEqual(off)
  })
}
