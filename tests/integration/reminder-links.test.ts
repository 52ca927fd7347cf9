import { describe, expect } from 'vitest'
import type { EventId } from '#worker/contracts/ids.ts'
import { createUnhypeToken } from '#worker/auth/unhype-token.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { createMember, tokenFor, type Member } from '#tests/support/factories/members.ts'
import { publishEvent } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

/** A member who hyped an event that starts in two days. */
async function hypedEvent(changes = {}) {
  const now = Date.now()
  const start = Math.ceil(now / hour) * hour + 2 * day
  const person = await createMember(worker, { channels: ['discord'], createdAt: now })
  const event = await publishEvent(worker, start, { now, changes })
  const token = await tokenFor(worker, person.username, now)
  const answer = await worker.call('PUT', `events/${event.id}/toggle_hype`, { token, now })
  expect(answer.status).toBe(200)
  return { person, event, start }
}

async function lastMail(person: Member) {
  const mails = await worker.mails(person.email)
  const mail = mails.at(-1)
  if (!mail) throw new Error('no mail arrived')
  return mail
}

function shortTime(at: number): string {
  const write = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', { ...style, timeZone: 'Europe/Paris' }).format(at)
  return `${write({ weekday: 'short' })} ${write({ day: 'numeric' })}, ${write({ timeStyle: 'short' })}`
}

function buttonOf(html: string): string | undefined {
  return /<a\s+class="button"\s+href="([^"]+)"/.exec(html)?.[1]
}

function linkOf(text: string, pattern: RegExp): string {
  const [link] = pattern.exec(text) ?? []
  if (!link) throw new Error(`no ${pattern} in ${text}`)
  return new URL(link).pathname
}

async function hypesOf(person: Member) {
  const hypes = await worker.sql`select event_id from hypes where user_id =
    ${Number(person.userId)}`
  const [xp] = await worker.sql<{ points: number }>`select coalesce(sum(points), 0) as points
    from xp_entries where user_id = ${Number(person.userId)} and action = 'hype'`
  return { hypes: hypes.length, points: xp?.points }
}

function open(path: string, now: number, method = 'GET') {
  return worker.fetch(path, { method, headers: { 'X-Test-Now': new Date(now).toISOString() } })
}

describe('a reminder by mail', () => {
  test('names the day and hour, and leads to the event, its stream and its calendar file', async () => {
    const { person, event, start } = await hypedEvent()
    await worker.minute(start - day)
    const first = await lastMail(person)
    expect(first.subject).toBe(`${shortTime(start)} · ${event.name}`)
    for (const part of [first.text, first.html]) {
      expect(part).toContain(`/events/${event.slug}`)
      expect(part).toContain(`/feeds/events/${event.slug}.ics`)
      expect(part).toContain('https://www.twitch.tv/')
      expect(part).toContain('/unhype/')
    }
    expect(buttonOf(first.html)).toMatch(new RegExp(`/events/${event.slug}$`))
    await worker.minute(start - hour)
    const second = await lastMail(person)
    expect(second.subject).toBe(first.subject)
    expect(buttonOf(second.html)).toMatch(/^https:\/\/www\.twitch\.tv\//)
  })

  test('leads to the calendar file in the language of its reader', async () => {
    const { person, event, start } = await hypedEvent()
    await worker.sql`update users set interface_language = 'fr' where id = ${person.userId}`
    await worker.minute(start - hour)
    const { text } = await lastMail(person)
    expect(text).toContain(`/feeds/events/${event.slug}.ics?lang=fr`)
  })

  test('shows a name of markup and line breaks as text', async () => {
    const name = 'Night of <b>bold</b> & "quotes"'
    const { person, start } = await hypedEvent({ name })
    await worker.minute(start - hour)
    const { html } = await lastMail(person)
    expect(html).not.toContain('<b>bold')
    expect(html).toContain('&lt;b&gt;bold&lt;/b&gt; &amp;')
  })
})

describe('the link that takes a hype back', () => {
  async function reminded() {
    const { person, event, start } = await hypedEvent()
    const now = start - day
    await worker.minute(now)
    const path = linkOf((await lastMail(person)).text, /https?:\S+\/unhype\/\S+/)
    return { person, event, start, now, path }
  }

  test('asks first, works once, gives the points back and stops what is not yet sent', async () => {
    const { person, event, start, now, path } = await reminded()
    const page = await open(path, now)
    expect(page.status).toBe(200)
    expect(page.headers.get('Cache-Control')).toContain('no-store')
    expect(await page.text()).toContain(event.name)
    expect(await hypesOf(person)).toEqual({ hypes: 1, points: 5 })
    const answers = await Promise.all([open(path, now, 'POST'), open(path, now, 'POST')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await hypesOf(person)).toEqual({ hypes: 0, points: 0 })
    const [row] = await worker.sql`select hype_count from events where id = ${event.id}`
    expect(row).toEqual({ hype_count: 0 })
    await worker.minute(start - hour)
    expect(await worker.mails(person.email)).toHaveLength(1)
    expect(await (await open(path, now)).text()).not.toContain('<form method="post"')
  })

  test('changes nothing once the event is over', async () => {
    const { person, start, path } = await reminded()
    const late = start + 20 * day
    expect((await open(path, late, 'POST')).status).toBe(200)
    expect(await hypesOf(person)).toEqual({ hypes: 1, points: 5 })
  })

  test('is of one person and one event: a forged or foreign one is not found', async () => {
    const { person, event, now, path } = await reminded()
    const other = await hypedEvent()
    const [, key = ''] = /\/unhype\/(.+)$/.exec(path) ?? []
    const signature = key.split('-').slice(2).join('-')
    const forged = [
      `${other.person.userId}-${event.id}-${signature}`,
      `${person.userId}-${other.event.id}-${signature}`,
      `${person.userId}-${event.id}-`,
      `${person.userId}-${event.id}`,
      `0${key}`,
      `${key}x`,
      '%00',
      '1e3-1-x',
      createUnhypeToken('another secret', { userId: person.userId, eventId: event.id as EventId }),
    ]
    for (const token of forged) {
      for (const method of ['GET', 'POST']) {
        expect((await open(`/unhype/${token}`, now, method)).status, token).toBe(404)
      }
    }
    expect(await hypesOf(person)).toEqual({ hypes: 1, points: 5 })
    expect(await hypesOf(other.person)).toEqual({ hypes: 1, points: 5 })
  })
})
