import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { EventId } from '#worker/contracts/ids.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { DiscordEmbed } from '#worker/integrations/discord/discord-sender.ts'
import { discordLimits, renderDiscordEmbed } from './discord-embed.ts'
import type { NotificationText } from '#worker/features/notifications/copy/notification.ts'
import { composeNotificationText } from '#worker/features/notifications/rules/kind-rules.ts'
import { createDiscordFormatter } from '#worker/features/notifications/copy/formatter.ts'

const urlOf = (path: string) => `https://hypecal.test/fr${path}`
const words = (facts: Partial<NotificationText>): NotificationText => ({
  title: 'Title',
  text: 'Text',
  path: '/events/show',
  action: '',
  ...facts,
})

/** However Discord may count: units, code points or what a reader sees as one. */
function lengths(content: string): number[] {
  return [content.length, [...content].length, [...new Intl.Segmenter().segment(content)].length]
}

/** An escape at the end would swallow the line break, half a character is refused as malformed. */
function expectAcceptable({ title, description = '', fields = [] }: DiscordEmbed): void {
  const values = fields.map(({ value }) => value)
  const limited: [string, number][] = [
    [title, discordLimits.title],
    [description, discordLimits.description],
    ...values.map((value) => [value, discordLimits.fieldValue] as [string, number]),
    [[title, description, ...fields.flatMap(Object.values)].join(''), discordLimits.all],
  ]
  for (const [text, limit] of limited) {
    for (const length of lengths(text)) expect(length).toBeLessThanOrEqual(limit)
    expect(text.isWellFormed()).toBe(true)
  }
  for (const text of [title, ...values]) expect(text).not.toBe('')
  for (const line of [title, ...description.split('\n'), ...values]) {
    const [escapes = ''] = /\\*$/.exec(line) ?? []
    expect(escapes.length % 2).toBe(0)
  }
}

const extremes = {
  nothing: '',
  'a very long word': 'a'.repeat(10_000),
  'nothing but formatting': '*_`~|>#[]()<@:-'.repeat(700),
  'nothing but backslashes': '\\'.repeat(5001),
  'characters of two units': '🎉'.repeat(3001),
  'characters of many code points': '👩‍👩‍👧‍👦'.repeat(1000),
  mentions: '@everyone @here <@1234567890> <@&1234567890> '.repeat(200),
  lines: '\n'.repeat(3000),
}

describe.each(Object.entries(extremes))('a name and reason of %s', (_, text) => {
  test.each(['en', 'es', 'fr'] satisfies Locale[])(
    'are within Discord’s limits in %s',
    (locale) => {
      const event = {
        name: text,
        slug: 'a'.repeat(120),
        startAt: Date.UTC(2027, 0),
        certainty: 'exact' as const,
        timeZone: 'UTC',
        platform: 'twitch' as const,
        accountName: text,
        id: 1 as EventId,
        status: 'approved' as const,
        rejectionCode: null,
        rejectionReason: null,
        original: null,
      }
      const writer = createDiscordFormatter(locale)
      for (const notice of [
        { kind: 'event_cancelled' as const, payload: { reason: text }, event },
        { kind: 'reminder' as const, payload: { hours: 24 as const }, event },
        {
          kind: 'new_event_followed' as const,
          payload: { events: [], more: 40 },
          event: undefined,
          listed: Array.from({ length: 20 }, () => event),
        },
      ]) {
        const words = composeNotificationText(notice, writer)
        const fields = [{ name: 'Channel', value: writer.quote(text) || '-' }]
        const embed = renderDiscordEmbed(words, urlOf, { fields })
        expectAcceptable(embed)
        expect(JSON.stringify(embed)).not.toMatch(/(?<!\\)@(everyone|here)/)
      }
    },
  )
})

test('whatever is typed, an embed is within Discord’s limits and has its link', () => {
  const typed = fc.string({ unit: 'binary', maxLength: 5000, size: 'max' })
  fc.assert(
    fc.property(typed, typed, fc.array(typed, { maxLength: 30 }), (title, text, names) => {
      const writer = createDiscordFormatter('en')
      const items = names.map((name) => ({
        name: writer.quote(name.toWellFormed()),
        start: '<t:1:F> (<t:1:R>)',
        ...{ day: '<t:1:D>', time: '<t:1:t>', channel: null },
        path: '/events/show',
      }))
      const quoted = {
        title: `New: ${writer.quote(title.toWellFormed())}`,
        text: writer.quote(text.toWellFormed()),
      }
      const embed = renderDiscordEmbed(words({ ...quoted, items }), urlOf)
      expectAcceptable(embed)
      expect(embed.url).toBe(urlOf('/events/show'))
    }),
    { numRuns: 100 },
  )
})

test('each event of a digest has its link', () => {
  const when = { start: '<t:1:F>', day: '<t:1:D>', time: '<t:1:t>' }
  const items = [{ name: 'One', ...when, channel: 'Luna on Twitch', path: '/events/one' }]
  expect(renderDiscordEmbed(words({ items, path: '/events' }), urlOf)).toMatchObject({
    title: 'Title',
    url: 'https://hypecal.test/fr/events',
    description: 'Text\n- [One](https://hypecal.test/fr/events/one) · <t:1:F> · Luna on Twitch',
  })
})

test('a change shows the old time and the new one', () => {
  const event = {
    ...{ name: 'Gala', slug: 'gala', certainty: 'exact' as const, timeZone: 'UTC' },
    ...{ startAt: 7_200_000, platform: 'twitch' as const, accountName: 'luna' },
    ...{ id: 1 as EventId, status: 'approved' as const, original: null },
    ...{ rejectionCode: null, rejectionReason: null },
  }
  const payload = { old: 3_600_000, start: 7_200_000, certainty: 'exact' as const }
  const { shows } = composeNotificationText(
    { kind: 'event_changed', payload, event },
    createDiscordFormatter('en'),
  )
  expect(shows?.times).toEqual({ before: '<t:3600:F>', start: '<t:7200:F> (<t:7200:R>)' })
  expect(shows?.lead).toMatch(/^Your hype still counts/)
})
