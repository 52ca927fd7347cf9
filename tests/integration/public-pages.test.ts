import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSettings } from '#scripts/build-settings.ts'
import {
  fillPaths,
  guardedPages,
  prerenderedPages,
  publicPages,
} from '#tests/support/tables/site-pages.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { findHtmlErrors } from '#tests/support/drivers/html-checker.ts'
import { runsOf } from '#tests/support/runs.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'

let site: TestSite
let paths: string[]
beforeAll(async () => {
  site = await startTestSite({ demo: true })
  paths = await fillPaths(site, publicPages)
})
afterAll(() => site.close())

const forms = ['', '/en', '/es', '/fr'] as const
const rows = publicPages.flatMap((page, index) => forms.map((form) => ({ page, form, index })))

type Page = { status: number; html: string; path: string; locale: string }

async function open(form: string, index: number): Promise<Page> {
  const path = `${form}${paths[index]}`.replace(/(?<=.)\/(?=$|\?)/, '')
  const response = await fetch(site.url + path, { redirect: 'manual' })
  const locale = form.slice(1) || 'en'
  return { status: response.status, html: await response.text(), path, locale }
}

/** The attribute of the first tag that `pattern` finds. */
function attribute(html: string, pattern: RegExp, name: string): string | undefined {
  const [tag = ''] = pattern.exec(html) ?? []
  return new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1]
}

function decode(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
}

function titleOf(html: string): string {
  return decode(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')
}

function textOf(html: string): string {
  const body = html.slice(html.indexOf('<body'))
  return decode(body.replace(/<(script|style)[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]+>/g, ' '))
}

/** The address without its language and query. */
function bareOf(path: string): string {
  return path.replace(/^\/(en|es|fr)(?=\/|$|\?)/, '').replace(/\?.*/, '')
}

const messages = ['en', 'es', 'fr'].map(
  (locale) =>
    JSON.parse(readFileSync(`project.inlang/messages/${locale}.json`, 'utf8')) as Record<
      string,
      unknown
    >,
)
const messageKeys = new Set(Object.keys(messages[0] ?? {}).filter((key) => key.includes('_')))

const Address = v.pipe(v.string(), v.url())
const Day = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z)?$/))
const Text = v.pipe(v.string(), v.minLength(1))
const image = v.pipe(v.array(Address), v.minLength(1))

/** Fields that search engines ask for, from schema.org and the engines’ own requirements. */
const dataTypes = {
  WebSite: v.object({
    name: Text,
    url: Address,
    potentialAction: v.object({
      '@type': v.literal('SearchAction'),
      target: v.pipe(v.string(), v.includes('{search_term_string}')),
      'query-input': v.literal('required name=search_term_string'),
    }),
  }),
  BreadcrumbList: v.object({
    itemListElement: v.pipe(
      v.array(
        v.object({
          '@type': v.literal('ListItem'),
          position: v.number(),
          name: Text,
          item: Address,
        }),
      ),
      v.minLength(2),
      v.check((items) => items.every(({ position }, index) => position === index + 1)),
    ),
  }),
  Event: v.object({
    name: Text,
    startDate: Day,
    endDate: Day,
    eventStatus: v.picklist(
      ['EventScheduled', 'EventCancelled', 'EventRescheduled'].map(
        (status) => `https://schema.org/${status}`,
      ),
    ),
    eventAttendanceMode: v.literal('https://schema.org/OnlineEventAttendanceMode'),
    location: v.object({ '@type': v.literal('VirtualLocation'), url: Address }),
    image,
    organizer: v.object({ '@type': Text, name: Text, url: Address }),
  }),
  ProfilePage: v.object({
    url: Address,
    mainEntity: v.object({
      '@type': v.literal('Person'),
      name: Text,
      url: Address,
      image: Address,
      sameAs: v.array(Address),
    }),
  }),
  Article: v.object({
    headline: v.pipe(Text, v.maxLength(110)),
    url: Address,
    image,
    datePublished: Day,
    dateModified: Day,
    author: v.object({ '@type': Text, name: Text }),
    publisher: v.object({ '@type': v.literal('Organization'), name: Text }),
  }),
  FAQPage: v.object({
    mainEntity: v.pipe(
      v.array(
        v.object({
          '@type': v.literal('Question'),
          name: Text,
          acceptedAnswer: v.object({ '@type': v.literal('Answer'), text: Text }),
        }),
      ),
      v.minLength(1),
    ),
  }),
} as const

function structuredData(html: string): Record<string, unknown>[] {
  const pattern = /<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g
  return [...html.matchAll(pattern)].map(([, json = '']) => JSON.parse(json))
}

function expectValidData(data: Record<string, unknown>): void {
  expect(data['@context']).toBe('https://schema.org')
  const schema = dataTypes[data['@type'] as keyof typeof dataTypes]
  expect(schema, `an unknown type ${String(data['@type'])}`).toBeDefined()
  const result = v.safeParse(schema as v.GenericSchema, data)
  expect(result.issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).toBeUndefined()
}

describe.each(rows)('$page under “$form”', ({ page, form, index }) => {
  let shown: Page
  beforeAll(async () => {
    shown = await open(form, index)
  })

  test('is there, in its language', () => {
    expect(shown.status).toBe(200)
    expect(attribute(shown.html, /<html[^>]*>/, 'lang')).toBe(shown.locale)
  })

  test('names scripts that load after the first paint, and none that load before', () => {
    expect(shown.html).toContain('<script type="text/after-paint" data-src="/_astro/')
    expect(shown.html).not.toMatch(/<script[^>]* src=/)
  })

  test('has a title by the rule, a description and one heading', () => {
    const title = titleOf(shown.html)
    const [, name = '', brand] = /^(.*) \| (Hypecal|HC)$/.exec(title) ?? []
    if (page === '/') expect(title).toBe('Hypecal')
    else expect(brand, title).toBe(name.length > 40 ? 'HC' : 'Hypecal')
    const description = decode(
      attribute(shown.html, /<meta name="description"[^>]*>/, 'content') ?? '',
    )
    expect(description.length, description).toBeGreaterThan(20)
    expect(description.length, description).toBeLessThanOrEqual(200)
    expect(shown.html.match(/<h1[\s>]/g)).toHaveLength(1)
  })

  test('begins with its heading, and tells navigations, search forms and pictures apart', () => {
    expect(/<h[1-6][\s>]/.exec(shown.html)?.[0]).toMatch(/^<h1/)
    const navigations = [...shown.html.matchAll(/<nav[^>]*?aria-label="([^"]*)"/g)]
    const names = navigations.map(([, name]) => name)
    expect(names).toEqual([...new Set(names)])
    expect(shown.html.match(/<img(?![^>]*\ssrc=)[^>]*>/g)).toBeNull()
    for (const [form] of shown.html.matchAll(/<form[^>]*role="search"[\s\S]*?<\/form>/g)) {
      expect(form).toContain('type="submit"')
    }
  })

  test('names its canonical address and every language', () => {
    const bare = bareOf(shown.path)
    const isPrerendered = prerenderedPages.some((page) => page === bare)
    const origin = isPrerendered ? buildSettings.siteUrl : site.url
    const address = (locale: string) =>
      origin + (`${locale === 'en' ? '' : `/${locale}`}${bare}`.replace(/^\/$/, '') || '/')
    const canonical = attribute(shown.html, /<link rel="canonical"[^>]*>/, 'href')
    expect(canonical).toBe(address(shown.locale).replace(/(?<=\/(es|fr))\/$/, ''))
    for (const [language, locale] of [
      ['en', 'en'],
      ['es', 'es'],
      ['fr', 'fr'],
      ['x-default', 'en'],
    ] as const) {
      const link = new RegExp(`<link rel="alternate" hreflang="${language}"[^>]*>`)
      expect(attribute(shown.html, link, 'href')).toBe(
        address(locale).replace(/(?<=\/(es|fr))\/$/, ''),
      )
    }
    expect(attribute(shown.html, /<meta property="og:url"[^>]*>/, 'content')).toBe(canonical)
  })

  test('has a raster picture for links to it', () => {
    const picture = attribute(shown.html, /<meta property="og:image"[^>]*>/, 'content') ?? ''
    expect(picture).toMatch(/^http.+\.png$/)
    const card = attribute(shown.html, /<meta name="twitter:card"[^>]*>/, 'content')
    expect(card).toBe('summary_large_image')
  })

  test('carries valid structured data', () => {
    const data = structuredData(shown.html)
    for (const one of data) expectValidData(one)
    const types = data.map((one) => one['@type'])
    if (page === '/') expect(types).toContain('WebSite')
    if (page === '/events/{event}') expect(types).toContain('Event')
    if (page === '/streamers/{streamer}') expect(types).toContain('ProfilePage')
    if (/^\/articles\/./.test(page)) expect(types).toContain('Article')
    if (/^\/(events|games|streamers|calendar|articles|discover|faq)/.test(page)) {
      expect(types).toContain('BreadcrumbList')
    }
  })

  test('shows no key in the place of a text', () => {
    // Names of cookies and stored keys stand in the policy.
    const prose = shown.html.replaceAll(/<code>.*?<\/code>/g, '')
    const words = textOf(prose).match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g) ?? []
    expect(words.filter((word) => messageKeys.has(word))).toEqual([])
    expect(textOf(shown.html)).not.toMatch(/\b(undefined|NaN|\[object Object\]|null)\b/)
  })

  test('links only to pages that are there', async () => {
    const links = [...shown.html.matchAll(/<a\b[^>]*\bhref="(\/[^"#]*)/g)].map(([, path = '']) =>
      decode(path),
    )
    const internal = [...new Set(links)].filter((path) => !checked.has(path))
    for (const path of internal) {
      checked.add(path)
      const response = await fetch(site.url + path, { redirect: 'manual', method: 'HEAD' })
      expect([path, response.status < 400]).toEqual([path, true])
    }
  })
})

const checked = new Set<string>()

test.each(['/articles', '/events', '/events/groups', '/games', '/games?sort=name', '/streamers'])(
  '%s starts over for a cursor that it did not make',
  async (path) => {
    const address = (cursor: string) =>
      `${site.url}${path}${path.includes('?') ? '&' : '?'}${cursor}`
    const namesAt = async (url: string) => {
      const response = await fetch(url)
      expect([url, response.status]).toEqual([url, 200])
      return (await response.text()).match(/<h[23][^>]*>.*?<\/h[23]>/gs)
    }
    let whole = await namesAt(site.url + path)
    expect(whole).not.toBeNull()
    for (const cursor of ['cursor=x', 'cursor=WyJhIiwxLDIsMyw0XQ', 'cursor=a&cursor=b']) {
      const names = await namesAt(address(cursor))
      // An event of the demo data may have started meanwhile.
      const before = whole
      whole = await namesAt(site.url + path)
      expect([before, whole]).toContainEqual(names)
    }
  },
)

test.each([
  ['/fr//events', '/fr/events'],
  ['//fr/events?sort=hype&q=a//b', '/fr/events?sort=hype&q=a//b'],
  ['//evil.example', '/evil.example'],
])('%s leads for good to %s', async (path, plain) => {
  const { status, headers } = await fetch(site.url + path, { redirect: 'manual' })
  expect([status, headers.get('Location')]).toEqual([308, plain])
  expect(headers.get('Cache-Control')).toBe('private, no-store')
})

describe.each(['en', 'es', 'fr'])('under /%s', (locale) => {
  const texts = JSON.parse(
    readFileSync(`project.inlang/messages/${locale}.json`, 'utf8'),
  ) as Record<string, string>
  const prefix = locale === 'en' ? '' : `/${locale}`

  test.each([
    ['event', '/events/nothing-here', '/events'],
    ['game', '/games/nothing-here', '/games'],
    ['streamer', '/streamers/999999', '/streamers'],
    ['streamer', '/streamers/nobody', '/streamers'],
    ['group', '/events/groups/nothing-here', '/events/groups'],
    ['article', '/articles/nothing-here', '/articles'],
  ])('a missing %s is named, with the way to all of them: %s', async (subject, path, list) => {
    const response = await fetch(site.url + prefix + path)
    const html = await response.text()
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([
      404,
      'private, no-store',
    ])
    expect(decode(/<h1[^>]*>([^<]*)/.exec(html)?.[1] ?? '')).toBe(
      texts[`not_found_${subject}_title`],
    )
    expect(titleOf(html)).toBe(`${texts[`not_found_${subject}_title`]} | Hypecal`)
    const next = /<a class="button button-primary" href="([^"]*)">([^<]*)/.exec(html)
    expect([next?.[1], decode(next?.[2]?.trim() ?? '')]).toEqual([
      prefix + list,
      texts[`not_found_see_${subject}s`],
    ])
  })

  test('an address without a page says so with its path', async () => {
    const html = await (await fetch(`${site.url}${prefix}/nothing/here`)).text()
    expect(textOf(html)).toContain(texts.error_title)
    expect(textOf(html)).toContain(
      (texts.error_not_found_path ?? '').replace('{path}', `${prefix}/nothing/here`),
    )
  })
})

test.each(['/index.html', '/events.html', '/fr/events.html', '/events/index.html', '/500'])(
  '%s is the address of no page',
  async (path) => {
    expect((await fetch(site.url + path)).status).toBe(404)
  },
)

test('pages are valid HTML in each language', { timeout: 120_000 }, async () => {
  const documents = new Map<string, string>()
  const { token } = await createMember(site, { role: 'admin' })
  const guarded = await fillPaths(site, [...new Set(guardedPages.map(({ path }) => path))])
  for (const path of guarded) {
    const headers = { Cookie: `access_token=${token}` }
    documents.set(path, await (await fetch(site.url + path, { headers })).text())
  }
  // The languages have the same tags: each page in one of them, or in all.
  const languages = runsOf({ few: 1, many: 3 })
  for (const [index] of publicPages.entries()) {
    for (const form of ['', '/es', '/fr'].filter((_, place) => (place + index) % 3 < languages)) {
      const { html, path } = await open(form, index)
      documents.set(path, html)
    }
  }
  expect(await findHtmlErrors(documents)).toEqual([])
  const planted = new Map([
    ['planted', '<!doctype html><html lang="en"><title>T</title></html><script></script>'],
  ])
  const [stray] = await findHtmlErrors(planted)
  expect(stray).toContain('Stray start tag “script”')
})
