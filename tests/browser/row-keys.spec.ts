import { expect } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'

const site = useSite({ demo: true })

async function somePlaces(): Promise<string[]> {
  const answer = await fetch(`${site.url}/api/v1/events?future_only=true&limit=100`)
  const { items } = (await answer.json()) as {
    items: {
      game: { slug: string } | null
      group: { slug: string } | null
      participants: { streamer_id: number | null }[]
    }[]
  }
  /** The one that most events have. */
  function most(values: (string | number | null | undefined)[]): string {
    const counts = Map.groupBy(
      values.filter((value) => value !== null && value !== undefined),
      (value) => value,
    )
    const [first] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)
    return String(first?.[0])
  }
  return [
    `/events/groups/${most(items.map(({ group }) => group?.slug))}`,
    `/games/${most(items.map(({ game }) => game?.slug))}`,
    `/streamers/${most(items.map(({ participants }) => participants[0]?.streamer_id))}`,
  ]
}

test('arrow keys, Home and End move between the events of every list', async ({ page }) => {
  test.setTimeout(60_000)
  for (const path of ['/', '/events', '/search?q=teapot', ...(await somePlaces())]) {
    await page.goto(site.url + path, { waitUntil: 'load' })
    const links = page
      .locator('main a.whole-link[href*="/events/"]:not([href*="/groups/"])')
      .filter({ visible: true })
    expect([path, (await links.count()) > 1]).toEqual([path, true])
    await links.first().focus()
    await page.keyboard.press('ArrowDown')
    await expect(links.nth(1)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(links.first()).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(links.first()).toBeFocused()
    await page.keyboard.press('End')
    await expect(links.first()).not.toBeFocused()
    await page.keyboard.press('Home')
    await expect(links.first()).toBeFocused()
  }
})

test('Tab goes on from the row that the keys have reached, and the keys from its button', async ({
  page,
}) => {
  await page.goto(`${site.url}/events`, { waitUntil: 'load' })
  const rows = page.locator('#results .event-row').filter({ visible: true })
  await rows.first().locator('a').first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  // The hype button, or what opens the other dates of a series.
  await expect(rows.nth(1).locator(':is(button, summary):focus')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(2).locator('a').first()).toBeFocused()
})

test('a field keeps its keys', async ({ page }) => {
  await page.goto(`${site.url}/search?q=teapot`, { waitUntil: 'load' })
  const field = page.locator('.search-page-form input[name="q"]')
  await field.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await expect(field).toBeFocused()
})
