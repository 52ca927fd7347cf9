import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Ctx } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { locales, type Locale } from '#worker/locale/locales.ts'
import { renderICalendar } from './feeds/calendar.ts'
import type { FeedEvent } from './feeds/feed-events.ts'
import { toFeedItems } from './feeds/event-items.ts'
import { writeWebFeed } from '#worker/feeds/web-feed.ts'
import { drawSocialCard } from '#worker/features/social-cards/card.ts'
import { EventInput } from '#worker/features/moderation/proposals/contract.ts'
import { renderDiscordEmbed } from '#worker/features/notifications/channels/discord-embed.ts'
import { composeMail } from '#worker/features/notifications/channels/mail.ts'
import { textOfPost } from '#tests/support/fakes/fake-discord.ts'
import {
  createDiscordFormatter,
  createPlainTextFormatter,
} from '#worker/features/notifications/copy/formatter.ts'
import type { NotificationDelivery } from '#worker/features/notifications/delivery/claim.ts'
import { renderPushMessage } from '#worker/features/notifications/delivery/push-message.ts'
import { composeNotificationText } from '#worker/features/notifications/rules/kind-rules.ts'
import { parsedCalendar, valueOf } from '#tests/support/parsers/ical.ts'
import { childrenOf, childText, readXml } from '#tests/support/parsers/xml.ts'

const site = 'https://hypecal.example'
const now = Date.UTC(2026, 11, 1)
const startAt = Date.UTC(2026, 11, 2, 20)
/** Not a limit of ours: RFC 5322 counts a line of a header. */
const longestSubject = 998
/** Bytes that push services carry, less what encryption adds. */
const longestPush = 3000

const hostile = fc.constantFrom(
  ']]>',
  '<![CDATA[',
  '</text><script>',
  '&#0;',
  '"\'`',
  '\\n;,:',
  'BEGIN:VEVENT',
  '\r\nBcc: all@hypecal.example',
  '@everyone',
  '](https://evil.example)',
  '\u202e',
  '\u2028',
  '👩‍👩‍👧‍👦',
  'שלום',
  '\u0301'.repeat(9),
)
const typed = fc
  .array(
    fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ maxLength: 30 })),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(''))
const acceptedName = typed
  .map((text) => v.safeParse(EventInput.entries.name, text))
  .filter((parsed) => parsed.success)
  .map(({ output }) => output as string)

function eventNamed(name: string) {
  return {
    id: 1 as EventId,
    slug: 'an-event',
    name,
    startAt,
    certainty: 'exact' as const,
    timeZone: 'Europe/Paris',
    platform: 'twitch' as const,
    accountName: 'luna',
    status: 'approved' as const,
    rejectionCode: null,
    rejectionReason: null,
    original: null,
  }
}

function feedEventNamed(name: string): FeedEvent {
  const event = {
    id: 1,
    slug: 'an-event',
    name,
    description: name,
    start: '2026-12-02T20:00:00Z',
    end: '2026-12-02T22:00:00Z',
    timezone: 'Europe/Paris',
    time_certainty: 'exact',
    language: 'fr',
    category: 'variety',
    platform: 'twitch',
    streaming_account_name: 'luna',
    watch_urls: ['https://www.twitch.tv/luna'],
    cancelled_at: null,
  } as unknown as FeedEvent['event']
  return { event, createdAt: now, approvedAt: now, changedAt: now }
}

function expectValidMail(name: string, locale: Locale): void {
  const event = eventNamed(name)
  const writer = createPlainTextFormatter(
    locale,
    { timeZone: 'Europe/Paris', hourCycle: 'h23', dateFormat: null },
    now,
  )
  const { title, text } = composeNotificationText(
    { kind: 'reminder', payload: { hours: 1 }, event },
    writer,
  )
  const mail = composeMail({
    to: 'a@hypecal.example',
    kind: 'reminder',
    locale,
    siteUrl: '',
    title,
    text,
  })
  expect(mail.subject).toContain(name)
  expect(mail.subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
  expect(Buffer.byteLength(mail.subject)).toBeLessThanOrEqual(longestSubject)
  expect(mail.html.isWellFormed()).toBe(true)
  expect(mail.html).not.toMatch(/<script/i)
}

function decodeHtml(text = ''): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}

function expectValidFeeds(name: string): void {
  const events = [feedEventNamed(name)]
  const facts = { site, locale: 'fr' as const, name, description: name, page: site, self: site }
  const calendar = parsedCalendar(renderICalendar(events, { ...facts, installation: 'a' }))
  const found = calendar.getAllSubcomponents('vevent')
  expect(found.map((entry) => valueOf(entry, 'summary'))).toEqual([name])
  expect(valueOf(calendar, 'description')).toBe(name)
  // The parser leaves what it does not know as it is written.
  for (const named of ['name', 'x-wr-calname']) {
    expect(valueOf(calendar, named).replace(/\\([\\;,])/g, '$1')).toBe(name)
  }
  const written = (form: 'rss' | 'atom' | 'json') =>
    writeWebFeed(form, `${site}/feed`, { facts, items: toFeedItems(events, facts), now })
  const [channel] = childrenOf(readXml(written('rss')), 'channel')
  const titles = [channel, ...childrenOf(channel, 'item')].map((one) => childText(one, 'title'))
  expect(titles).toEqual([name, name])
  const atom = readXml(written('atom'))
  // Titles of entries are HTML.
  const titlesOfAtom = childrenOf(atom, 'entry').map((one) => decodeHtml(childText(one, 'title')))
  expect([childText(atom, 'title'), ...titlesOfAtom]).toEqual([name, name])
  const json = JSON.parse(written('json')) as { title: string; items: { title: string }[] }
  expect([json.title, json.items[0]?.title]).toEqual([name, name])
}

function expectValidMessages(name: string, locale: Locale): void {
  const contentOf = (named: string) => {
    const event = eventNamed(named)
    const notice = { kind: 'reminder' as const, payload: { hours: 24 as const }, event }
    const embed = renderDiscordEmbed(
      composeNotificationText(notice, createDiscordFormatter(locale)),
      (path) => site + path,
    )
    return textOfPost({ embeds: [embed] })
  }
  const content = contentOf(name)
  expect(content.split('\n')).toHaveLength(contentOf('Gala').split('\n').length)
  expect(content).not.toMatch(/(?<!\\)@(everyone|here)/)
  const { payload } = renderPushMessage(
    { now, config: { SITE_URL: site, JWT_SECRET: 'secret' } } as Ctx,
    {
      ...{ kind: 'reminder', payload: '{"hours":24}', listed: '[]', userId: 1, unread: 1 },
      ...{ locale, key: 'reminder:1', deadlineAt: startAt, timeZone: 'UTC', shownEvents: [] },
      ...{ hourCycle: 'h23', dateFormat: null, event: eventNamed(name) },
    } as unknown as NotificationDelivery,
  )
  expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThanOrEqual(longestPush)
}

function expectValidCard(name: string): void {
  const svg = drawSocialCard({
    name,
    ticket: 'WED, DEC 2 · 9:00 PM (Paris)',
    people: [{ name, seed: 7 }],
    platform: 'twitch',
    notice: undefined,
  })
  const declaration = `<?xml version="1.0" encoding="utf-8"?>`
  expect(readXml(declaration + svg).name).toBe('svg')
}

test.each(locales)('every name that is accepted can be written everywhere in %s', (locale) => {
  fc.assert(
    fc.property(acceptedName, (name) => {
      expectValidMail(name, locale)
      expectValidFeeds(name)
      expectValidMessages(name, locale)
      expectValidCard(name)
    }),
    { numRuns: 200 },
  )
})
