import { expect, type Browser, type Page } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { signIn } from '#tests/support/drivers/visitors.ts'
import { fillPaths } from '#tests/support/tables/site-pages.ts'

const site = useSite({ demo: true })

type Row = {
  path: string
  width: number
  /** Guests see the page otherwise. */
  as?: 'admin'
  /** Pressed once the page is there. */
  opens?: string
}

const rows: Row[] = [
  { path: '/', width: 390 },
  { path: '/', width: 1280, as: 'admin' },
  { path: '/events?platform=twitch&range=week', width: 1280 },
  { path: '/events?range=month', width: 390, opens: '[popovertarget="time-menu"]' },
  { path: '/events/{event}', width: 390 },
  { path: '/events/{event}', width: 1280, as: 'admin' },
  { path: '/events/groups/{group}?period=past', width: 1280 },
  { path: '/calendar?view=month', width: 1280 },
  { path: '/calendar?view=week', width: 1280, as: 'admin' },
  { path: '/calendar?view=agenda', width: 390 },
  { path: '/search?q=speedrun&type=events', width: 1280 },
  { path: '/streamers?sort=name', width: 1280 },
  { path: '/games?sort=name', width: 900, opens: '[popovertarget="sections-menu"]' },
  { path: '/articles?language=fr', width: 1280 },
  { path: '/login', width: 390 },
  { path: '/discover', width: 1280, opens: '.header-settings' },
  { path: '/discover', width: 1280, as: 'admin', opens: '.header-propose' },
  { path: '/achievements', width: 1280, as: 'admin' },
  { path: '/profile', width: 390, as: 'admin' },
  { path: '/profile/notifications', width: 1280, as: 'admin' },
  { path: '/admin/panel', width: 1280, as: 'admin' },
  { path: '/admin/panel/streamers', width: 1280, as: 'admin' },
  { path: '/admin/panel/operations', width: 1280, as: 'admin' },
  { path: '/admin/panel/campaigns/editor', width: 1280, as: 'admin' },
]

async function open(browser: Browser, { path, width, as, opens }: Row): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width, height: 844 },
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
  })
  if (as) await signIn(site, context, as)
  const page = await context.newPage()
  const [address = path] = await fillPaths(site, [path])
  await page.goto(address, { waitUntil: 'networkidle' })
  if (opens) {
    await page.locator(opens).filter({ visible: true }).first().click()
    await expect(page.locator('dialog[open], :popover-open')).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
  // A colour on its way from one to another is neither.
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [still]
  })
  return page
}

/** Controls whose look is the same whether they are chosen or not. */
function findAlikeStates(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const states = [
      ['aria-pressed', 'true', 'false'],
      ['aria-selected', 'true', 'false'],
      ['aria-current', 'true', null],
      ['aria-checked', 'true', 'false'],
      ['data-selected', 'true', null],
    ] as const

    const channelsOf = (color: string) =>
      color
        .match(/[\d.]+/g)
        ?.slice(0, 3)
        .join()
    const canvas = channelsOf(getComputedStyle(document.body).backgroundColor)
    /** Look in a system's colours: they take away shadows, gradients and any colour of our own. */
    function lookOf(element: Element, pseudo?: string): string {
      const style = getComputedStyle(element, pseudo)
      const isClear = /, 0\)$/.test(style.backgroundColor)
      const isPlain = isClear || channelsOf(style.backgroundColor) === canvas
      const backgroundColor = isPlain ? 'plain' : style.backgroundColor
      const { color, border, outline, textDecorationLine, content } = style
      const { borderInlineStart, borderBlockStart, borderBlockEnd, translate } = style
      const edges = [border, borderInlineStart, borderBlockStart, borderBlockEnd]
      return [
        backgroundColor,
        color,
        ...edges,
        outline,
        textDecorationLine,
        content,
        translate,
      ].join()
    }
    const looks = (element: Element) =>
      [lookOf(element), lookOf(element, '::before'), lookOf(element, '::after')].join()

    function set(element: Element, name: string, value: string | null): void {
      if (value === null) element.removeAttribute(name)
      else element.setAttribute(name, value)
    }
    function isAlike(element: Element, name: string, on: string, off: string | null): boolean {
      const value = element.getAttribute(name)
      set(element, name, on)
      const chosen = looks(element)
      set(element, name, off)
      const other = looks(element)
      set(element, name, value)
      return chosen === other
    }
    /** Boxes that the browser draws itself are its own concern. */
    function isAlikeInput(input: HTMLInputElement): boolean {
      if (getComputedStyle(input).appearance !== 'none') return false
      const { checked } = input
      input.checked = true
      const chosen = looks(input)
      input.checked = false
      const other = looks(input)
      input.checked = checked
      return chosen === other
    }
    const describe = (element: Element, name: string) =>
      `${element.localName}.${element.className.toString().replaceAll(' ', '.')} ${name}`
    // A day of the calendar is marked by its number; the last breadcrumb is no link.
    const isMarked = (element: Element) =>
      element.checkVisibility() && !element.matches('span, [aria-current="date"]')
    const alike = states.flatMap(([name, on, off]) =>
      [...document.querySelectorAll(`[${name}]`)]
        .filter((element) => isMarked(element) && isAlike(element, name, on, off))
        .map((element) => describe(element, name)),
    )
    const inputs = [
      ...document.querySelectorAll<HTMLInputElement>('input:is([type=checkbox], [type=radio])'),
    ]
    const days = [...document.querySelectorAll('[aria-current="date"]')].filter((day) => {
      const number = day.querySelector('.cal-number')
      if (!number?.checkVisibility()) return false
      const today = looks(number)
      day.removeAttribute('aria-current')
      const other = looks(number)
      day.setAttribute('aria-current', 'date')
      return today === other
    })
    alike.push(...days.map((day) => describe(day, 'aria-current')))
    const alikeInputs = inputs.filter(isAlikeInput).map((input) => describe(input, 'checked'))
    return [...new Set([...alike, ...alikeInputs])]
  })
}

/** Marks painted by a background alone: dots, bars, badges, signs. */
async function findPainted(page: Page): Promise<void> {
  await page.evaluate(() => {
    const painted = (element: Element, pseudo?: string) => {
      const { backgroundColor, backgroundImage, content } = getComputedStyle(element, pseudo)
      const isFilled = !/^rgba\(.*, 0\)$|\/ 0\)$/.test(backgroundColor)
      const isThere = pseudo === undefined || !/none|normal/.test(content)
      return isThere && (isFilled || backgroundImage.includes('gradient'))
    }
    for (const element of document.querySelectorAll('body *')) {
      if (!element.checkVisibility() || element.matches('svg *, img, option, hr')) continue
      const isEmpty = element.childNodes.length === 0 && element.getBoundingClientRect().width < 80
      const marks = [
        isEmpty && painted(element) ? 'self' : '',
        ...['::before', '::after'].filter(
          (pseudo) =>
            getComputedStyle(element, pseudo).content === '""' && painted(element, pseudo),
        ),
      ]
      element.toggleAttribute('data-painted', false)
      const found = marks.filter(Boolean).join(' ')
      if (found) element.setAttribute('data-painted', found)
    }
  })
}

/** Painted marks that have the colour of what is behind them. */
function findVanished(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const groundOf = (element: Element | null): string => {
      for (let at = element; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at)
        if (!/^rgba\(.*, 0\)$|\/ 0\)$/.test(backgroundColor)) return backgroundColor
      }
      return getComputedStyle(document.documentElement).backgroundColor
    }
    const isGone = (element: Element, pseudo: string | undefined) => {
      const style = getComputedStyle(element, pseudo)
      const ground = groundOf(pseudo ? element : element.parentElement)
      const isEdged = parseFloat(style.borderBlockStartWidth) > 0
      return (
        !isEdged &&
        (style.backgroundColor === ground || /^rgba\(.*, 0\)$|\/ 0\)$/.test(style.backgroundColor))
      )
    }
    const gone = [...document.querySelectorAll('[data-painted]')].flatMap((element) =>
      (element.getAttribute('data-painted') ?? '')
        .split(' ')
        .filter((mark) => isGone(element, mark === 'self' ? undefined : mark))
        .map((mark) => `${element.localName}.${element.className.toString()} ${mark}`),
    )
    return [...new Set(gone)]
  })
}

for (const row of rows) {
  const { path, width, as = 'guest', opens } = row
  test(`states and marks of ${[path, opens].join(' ').trim()} at ${width} px show in forced colours to ${as === 'admin' ? 'an admin' : 'a guest'}`, async ({
    browser,
  }) => {
    const page = await open(browser, row)
    await page.evaluate(() => document.querySelector('.hype')?.setAttribute('aria-pressed', 'true'))
    await findPainted(page)
    await page.emulateMedia({ forcedColors: 'active' })
    expect.soft(await findAlikeStates(page), 'the same when chosen').toEqual([])
    expect.soft(await findVanished(page), 'painted, and gone').toEqual([])
    await page.context().close()
  })
}
