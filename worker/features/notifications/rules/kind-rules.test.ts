import { describe, expect, test } from 'vitest'
import type { EventId } from '#worker/contracts/ids.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { EventStatus } from '#worker/features/events/contract.ts'
import {
  NotificationKind,
  type NotificationPayloads,
} from '#worker/features/notifications/kinds.ts'
import type { ListedEvent, Notification } from '#worker/features/notifications/copy/notification.ts'
import { decisions, event, notices, start } from '#tests/support/factories/notification-examples.ts'
import { composeNotificationText } from './kind-rules.ts'
import {
  createDiscordFormatter,
  createPlainTextFormatter,
  type TimeFormat,
} from '#worker/features/notifications/copy/formatter.ts'

const seconds = start / 1000
const locales: Locale[] = ['en', 'es', 'fr']

test('every kind is among these', () => {
  const kinds = new Set(notices.map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual(NotificationKind.options.toSorted())
})

describe.each(locales)('in %s', (locale) => {
  const texts = notices.map((notice) =>
    composeNotificationText(
      notice,
      createPlainTextFormatter(
        locale,
        { timeZone: 'Europe/Paris', hourCycle: null, dateFormat: null },
        start,
      ),
    ),
  )

  test('each notice has words of its own, none of them empty', () => {
    const words = texts.map(({ title, text, isStarting = '' }) => `${title}\n${text}${isStarting}`)
    expect(new Set(words).size).toBe(notices.length)
    expect(texts.flatMap((one) => Object.values(one)).filter((one) => one === '')).toEqual([])
    expect(words.join('\n')).not.toMatch(/undefined|null|NaN|\{|\}/)
  })

  test('an hour is the reader’s, with their zone; a day alone is the organiser’s', () => {
    const [reminder, , moved, movedDay] = texts.map(({ text }) => text)
    expect(reminder).toMatch(/0?0:30|12:30.AM/)
    expect(reminder).toMatch(/\((?:Paris time|hora de París|heure de Paris)\)/)
    expect(moved?.split('→')).toHaveLength(2)
    expect(movedDay).not.toMatch(/Paris|\d:\d\d/)
    expect(movedDay).toMatch(/\b4\b.*→.*\b5\b/)
  })

  test('Discord shows times in its own way, and nothing that was typed as formatting', () => {
    const lines = notices.map((notice) =>
      composeNotificationText(notice, createDiscordFormatter(locale)),
    )
    const all = lines.map(({ title, text }) => `${title}\n${text}`)
    expect(all[0]).toContain(`<t:${seconds}:F> (<t:${seconds}:R>)`)
    expect(all[2]).toContain(`<t:${seconds - 86_400}:F> → <t:${seconds}:F> (<t:${seconds}:R>)`)
    expect(all[3]).not.toContain('<t:')
    expect(all[5]).toContain('No \\<venue\\>')
    expect(all.filter((one) => /(?<!\\)[*_]/.test(one))).toEqual([])
  })
})

test('a rejection gives the preset reason and the words added to it', () => {
  const textOf = (reason_code: string | null, reason: string | null) => {
    const payload = { decision: 'rejected' as const, reason_code, reason }
    return composeNotificationText(
      { kind: 'proposal_decision', payload, event },
      createPlainTextFormatter('en', { timeZone: 'UTC', hourCycle: null, dateFormat: null }, start),
    ).text
  }
  const preset = 'This event is already on the agenda'
  expect(textOf('duplicate', 'Listed at 21:00.')).toContain(`Reason: ${preset} — Listed at 21:00.`)
  expect(textOf('duplicate', null)).toContain(`Reason: ${preset}`)
  expect(textOf(null, 'Listed at 21:00.')).toContain('Reason: Listed at 21:00.')
  expect(textOf('other', 'Listed at 21:00.')).toContain('Reason: Listed at 21:00.')
})

describe('a notice of an event that left the agenda', () => {
  const writer = createPlainTextFormatter(
    'en',
    { timeZone: 'UTC', hourCycle: null, dateFormat: null },
    start,
  )
  const off = (status: EventStatus) => ({
    ...event,
    status,
    rejectionCode: 'duplicate',
    rejectionReason: 'Listed at 21:00.',
  })
  const decided = (status: EventStatus, payload: NotificationPayloads['proposal_decision']) =>
    composeNotificationText({ kind: 'proposal_decision', payload, event: off(status) }, writer)
  const title = '“The *great* show” is no longer on the agenda'

  test('tells its proposer why and leads to the proposal', () => {
    const approved = { decision: 'approved' } as const
    const own = { title, path: '/profile/proposals#proposal-12', action: 'See your proposal' }
    expect(decided('rejected', approved)).toEqual({
      ...own,
      text: 'Reason: This event is already on the agenda — Listed at 21:00.',
    })
    expect(decided('pending', approved)).toEqual({
      ...own,
      text: 'Your proposal is under review again.',
    })
    expect(decided('disabled', approved)).toEqual({
      ...own,
      text: 'Our team removed this event from the agenda.',
    })
  })

  test('leads everybody else to the agenda', () => {
    const notifications: Notification[] = [
      { kind: 'reminder', payload: { hours: 24 }, event: off('disabled') },
      { kind: 'event_cancelled', payload: { reason: null }, event: off('rejected') },
      { kind: 'new_event_followed', payload: {}, event: off('pending') },
    ]
    for (const notification of notifications) {
      expect(composeNotificationText(notification, writer)).toEqual({
        title,
        text: 'Our team removed this event from the agenda.',
        path: '/events',
        action: 'See the agenda',
      })
    }
  })

  test('is a rejection of it still, which leads to the proposal', () => {
    const payload = { decision: 'rejected', reason_code: 'spam', reason: null } as const
    expect(decided('approved', payload).path).toBe('/profile/proposals#proposal-12')
  })
})

test('what became of a notice whose event was deleted is said plainly', () => {
  const notice: Notification = {
    kind: 'event_cancelled',
    payload: { reason: null },
    event: undefined,
  }
  expect(
    composeNotificationText(
      notice,
      createPlainTextFormatter('en', { timeZone: 'UTC', hourCycle: null, dateFormat: null }, start),
    ),
  ).toEqual({
    title: 'This event no longer exists',
    text: '',
    path: '/',
    action: 'Open Hypecal',
  })
})

test('a digest lists what still stands, each with its link; with nothing left it says so', () => {
  const digest = (listed: ListedEvent[]) =>
    composeNotificationText(
      {
        kind: 'new_event_followed',
        payload: { events: [1] as EventId[], more: 0 },
        event: undefined,
        listed,
      },
      createPlainTextFormatter('en', { timeZone: 'UTC', hourCycle: null, dateFormat: null }, start),
    )
  expect(digest([event])).toMatchObject({
    title: 'New on the agenda: The *great* show',
    path: '/events',
    items: [{ name: 'The *great* show', path: '/events/show' }],
  })
  expect(digest([event, event]).title).toBe('2 new events on the agenda')
  expect(digest([])).toMatchObject({
    title: 'These events are no longer on the agenda',
    text: '',
    items: [],
  })
})

test('a decision says why, and what a correction changes as the reader writes numbers', () => {
  const texts = decisions.map((payload) =>
    composeNotificationText(
      { kind: 'gamification_decision', payload, event: undefined },
      createPlainTextFormatter('en', { timeZone: 'UTC', hourCycle: null, dateFormat: null }, start),
    ),
  )
  expect(texts.map(({ text }) => /^Reason: (.*)$/m.exec(text)?.[1])).toEqual([
    'Two <accounts>',
    undefined,
    'Hypes by script',
    'A mistake',
    'Counted *twice*',
  ])
  expect(texts.at(-1)?.title).toBe('Your XP was corrected: -1,200')
})

describe('the title of a reminder', () => {
  const format = { timeZone: 'Europe/Paris', hourCycle: null, dateFormat: null }
  const titleOf = (locale: Locale, hours: 1 | 24, written: TimeFormat = format) =>
    composeNotificationText(
      { kind: 'reminder', payload: { hours }, event },
      createPlainTextFormatter(locale, written, start),
    ).title

  test.each([
    ['en', 'Sat 6, 12:30 AM · The *great* show'],
    ['es', 'Sáb 6, 0:30 · The *great* show'],
    ['fr', 'Sam. 6 à 00:30 · The *great* show'],
  ] as const)('names weekday, day and hour, true whenever it is read, in %s', (locale, title) => {
    expect(titleOf(locale, 24)).toBe(title)
    expect(titleOf(locale, 1)).toBe(title)
  })

  test('is of the reader’s zone and clock', () => {
    const written = { timeZone: 'America/New_York', hourCycle: 'h23', dateFormat: null } as const
    expect(titleOf('en', 1, written)).toBe('Fri 5, 18:30 · The *great* show')
  })
})
