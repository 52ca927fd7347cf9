import { expect } from 'vitest'
import { textOfPost } from '#tests/support/fakes/fake-discord.ts'
import { hour } from '#tests/support/drivers/durations.ts'
import { findHtmlErrors } from '#tests/support/drivers/html-checker.ts'
import { outbox, testAt } from '#tests/support/fixtures/outbox.ts'
import type { ClientInfo } from '#tests/support/fakes/fake-upstream.ts'
import {
  AccountMailKind,
  CampaignMailKind,
  NotificationKind,
  SwitchableKind,
} from '#worker/features/notifications/kinds.ts'
import { composeMail } from '#worker/features/notifications/channels/mail.ts'
import type { MailContent } from '#worker/features/notifications/channels/mail-content.ts'
import { insertChannel } from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'

const now = Date.UTC(2027, 2, 1, 12)
const start = now + 48 * hour

const test = testAt(now)

test.beforeAll(async () => {
  const { database } = outbox
  const { userId } = await outbox.addPerson('reader', { webhook: '1/token' })
  const { streamerId } = await insertChannel(outbox, userId)
  for (const [id, cancelledAt] of [
    [1, null],
    [2, 1],
  ] as const) {
    await createEvent(outbox, {
      id,
      slug: `event-${id}`,
      name: 'Event @everyone',
      startAt: start,
      streamingAccountName: null,
      streamerIds: [streamerId],
      cancelledAt,
    })
    await database.query(`insert into hypes (event_id, user_id, created_at)
      values (${id}, ${userId}, 0)`)
  }
  await database.query(`insert into games (id, slug, name, name_key, created_at)
    values (1, 'game', 'Game', 'game', 0)`)
  await database.query(`update events set game_id = 1`)
  await database.query(`insert into game_follows (user_id, game_id, created_at)
    values (${userId}, 1, 0)`)
  await database.query(`insert into deliveries (key, user_id, channel, kind, event_id, payload,
      status, next_at, deadline_at, created_at)
    select 'key:' || k.value || ':' || c.value, ${userId}, c.value, k.value,
      case when k.value = 'event_cancelled' then 2
        when k.value in ('level_up', 'achievement', 'gamification_decision', 'moderation_decision',
          'report_answer') then null else 1 end,
      json_object('hours', 24, 'old', 0, 'start', ${start}, 'certainty', 'exact', 'reason', null,
        'decision', 'approved', 'level', 3, 'achievement', 'first_hype',
        'act', iif(k.value = 'moderation_decision', 'disable', 'exclude'), 'entry', 1, 'name', 'Cup', 'state', 'received',
        'ground', null, 'facts', null, 'answer', null, 'is_after_report', json('false'),
        'account', 'ann', 'count', 4, 'until', ${start}), 'pending', 0, ${start}, 0
    from json_each('${JSON.stringify(NotificationKind.options)}') k
      join json_each('["email", "discord"]') c`)
  await database.query(`insert into deliveries (key, user_id, channel, kind, payload, status, next_at,
      created_at)
    select 'key:' || value, ${userId}, 'email', value, '{"token_id": "x"}', 'pending', 0, 0
    from json_each('${JSON.stringify(AccountMailKind.options)}')`)
  await database.query(`insert into campaigns (id, name, status, texts, languages,
      falls_back_to_english, audience, created_at, updated_at, purpose)
    select value, 'Campaign ' || value, 'sending', '{"en":{"subject":"Spring","markdown":"Hi"}}', '["en"]', 0,
      '{}', 0, 0, iif(value = 8, 'closing', null) from json_each('[7, 8]')`)
  await database.query(`update users set is_marketing = 1`)
  await database.query(`insert into marketing_consents (user_id, at, is_given, way, text)
    select id, 0, 1, 'switch', 'Yes' from users`)
  await database.query(`insert into deliveries (key, user_id, channel, kind, payload, status, next_at,
      created_at)
    select 'key:' || value, ${userId}, 'email', value,
      json_object('campaign', iif(value = 'service_notice', 8, 7), 'language', 'en'), 'pending', 0, 0
    from json_each('${JSON.stringify(CampaignMailKind.options)}')`)
  await outbox.minute()
})

function mailOf(kind: string): ClientInfo['body'] | undefined {
  return outbox.mail.taken().find(({ key }) => key.split(':')[1] === kind)?.body
}

test.each(SwitchableKind.options)('a mail of %s can be stopped by one click', (kind) => {
  const headers = mailOf(kind)?.['headers'] as Record<string, string>
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(headers['List-Unsubscribe']).toMatch(
    new RegExp(`^<https://hypecal\\.test/unsubscribe/\\d+-${kind}-[\\w-]{43}>$`),
  )
})

const marketingKinds = CampaignMailKind.options.filter((kind) => kind !== 'service_notice')
test.each(marketingKinds)('a mail of %s takes the consent back by one click', (kind) => {
  const mail = mailOf(kind)
  const headers = mail?.['headers'] as Record<string, string>
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(headers['List-Unsubscribe']).toMatch(
    /^<https:\/\/hypecal\.test\/unsubscribe\/\d+-marketing_7-[\w-]{43}>$/,
  )
  const [link] = /https:[^>]+/.exec(headers['List-Unsubscribe'] ?? '') ?? []
  expect(mail?.['text']).toContain(`\n${link}`)
  expect(mail?.['html']).toContain(`href="${link}"`)
})

test('an announcement can be stopped by nobody, and says why it came', () => {
  const mail = mailOf('service_notice')
  expect(Object.keys(mail?.['headers'] as object)).not.toContain('List-Unsubscribe')
  expect(mail?.['text']).toContain('about your Hypecal account')
  expect(mail?.['text']).not.toContain('unsubscribe')
})

test.each([...NotificationKind.options, ...CampaignMailKind.options, ...AccountMailKind.options])(
  'no machine answers a mail of %s, and services count complaints of it',
  (kind) => {
    const name = kind === 'campaign_test' ? 'campaign' : kind
    expect(mailOf(kind)?.['headers']).toMatchObject({
      'Auto-Submitted': 'auto-generated',
      'Feedback-ID': `${name.replaceAll('_', '-')}:hypecal`,
    })
  },
)

const link = { label: 'Open', url: 'https://hypecal.test/events' }
const item = { name: 'Gala', day: 'Monday', time: '20:00', channel: 'gala', url: link.url }
/** Every part that a mail may have, but for the body, which stands in place of the text. */
const wholeMail: Required<Omit<MailContent, 'body'>> = {
  to: 'reader@example.com',
  kind: 'reminder',
  locale: 'en',
  siteUrl: 'https://hypecal.test',
  title: 'Gala',
  text: 'It begins.\nSoon.',
  code: '123456',
  items: [item, { ...item, day: 'Tuesday', time: null, channel: null }],
  note: 'And others.',
  preview: 'It begins soon.',
  event: {
    name: 'Gala <b>',
    url: link.url,
    poster: 'https://hypecal.test/gala.png',
    ticket: { weekday: 'Mon', day: '1', month: 'Mar', time: '20:00' },
    times: { before: 'Sunday', start: 'Monday' },
    people: ['Luna on Twitch', 'With Ana'],
    faces: [{ name: 'Luna', picture: 'https://hypecal.test/luna.png' }],
    hypers: { text: 'Also hyped by Max', faces: [] },
    color: '#6a33d3',
    action: 'See the event',
    notice: 'Canceled',
    when: 'Sunday → Monday',
  },
  quote: { label: 'Copy this:', text: 'Gala\nMonday' },
  action: link,
  links: [link, link],
  unsubscribeUrl: 'https://hypecal.test/unsubscribe/token',
  footer: 'You hyped it.',
}

test('mails of every kind and with every part are valid HTML', { timeout: 60_000 }, async () => {
  const mails = outbox.mail.taken().map(({ key, body }) => [key, String(body['html'])] as const)
  expect(mails.length).toBeGreaterThan(15)
  const documents = new Map(mails).set('whole', composeMail(wholeMail).html)
  expect(await findHtmlErrors(documents)).toEqual([])
})

test.each(AccountMailKind.options)('a mail of %s cannot be stopped', (kind) => {
  const mail = mailOf(kind)
  expect(mail).toBeDefined()
  expect(JSON.stringify(mail)).not.toMatch(/unsubscribe/i)
})

test('every kind arrives by Discord, and none of them pings anybody', () => {
  const posts = outbox.discord.taken()
  expect(posts).toHaveLength(NotificationKind.options.length)
  for (const { body, path } of posts) {
    expect(body['allowed_mentions']).toEqual({ parse: [] })
    expect(Object.keys(body).toSorted()).toEqual(['allowed_mentions', 'embeds'])
    expect(body['embeds']).toEqual([
      expect.objectContaining({
        title: expect.stringMatching(/\S/) as string,
        url: expect.stringMatching(/^https:\/\/hypecal\.test\//) as string,
        color: expect.any(Number) as number,
      }),
    ])
    expect(textOfPost(body)).not.toMatch(/(?<!\\)@everyone/)
    expect(path).toBe('/api/webhooks/1/token?wait=true')
  }
})
